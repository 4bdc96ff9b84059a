import { QueueDelayController } from './queue-delay-controller.js';

let now = 0;
let queue: QueueDelayController;
/** Takes a call every 100 ms for `forMs`. @returns which calls were rejected */
const take = (waitedMs: number, forMs: number): boolean[] =>
  Array.from({ length: forMs / 100 }, () => {
    now += 100;
    return queue.shouldReject(waitedMs);
  });

beforeEach(() => {
  queue = new QueueDelayController(500, () => now);
});

it('never rejects a call after a short wait', () => {
  expect(take(500, 5000)).not.toContain(true);
});

it('serves a burst even after long waits', () => {
  expect(take(3000, 1500)).not.toContain(true);
});

it('rejects calls once all waits have been long for a while, until a wait is short', () => {
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

it('serves a burst after an idle period', () => {
  take(600, 2000);
  now += 60_000;
  expect(take(600, 1000)).not.toContain(true);
});
