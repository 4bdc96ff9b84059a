import { QueueDelayController } from './queue-delay-controller.js';

let now = 0;
let queue: QueueDelayController;
/** Takes a call every 100 ms for `forMs`. @returns which calls were rejected */
const take = (waitedMs: number, forMs: number): boolean[] =>
  Array.from({ length: forMs / 100 }, () => {
    now += 100;
    return queue.refuses(waitedMs);
  });

beforeEach(() => {
  queue = new QueueDelayController(500, () => now);
});

it('never rejects a call after a short wait', () => {
  expect(take(500, 5000)).not.toContain(true);
});

it('serves a burst, however long its calls have waited', () => {
  expect(take(3000, 1500)).not.toContain(true);
});

it('rejects calls after long waits once no wait was short for a while, until one is short', () => {
  take(600, 1600);
  expect(take(600, 1000)).not.toContain(false);
  expect(take(400, 100)).toEqual([false]);
  expect(take(600, 1500)).not.toContain(true);
});

it('serves the last calls of a queue', () => {
  take(600, 2000);
  queue.end();
  expect(take(600, 1000)).not.toContain(true);
});

it('serves a burst after a rest', () => {
  take(600, 2000);
  now += 60_000;
  expect(take(600, 1000)).not.toContain(true);
});
