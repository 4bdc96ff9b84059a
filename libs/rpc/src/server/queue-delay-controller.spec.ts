import { QueueDelayController } from './queue-delay-controller.js';

let now = 0;
let queue: QueueDelayController;
/** Takes a call every 100 ms for so long. @returns which were refused */
const take = (waitedMs: number, forMs: number): boolean[] =>
  Array.from({ length: forMs / 100 }, () => {
    now += 100;
    return queue.refuses(waitedMs);
  });

beforeEach(() => {
  queue = new QueueDelayController(500, () => now);
});

it('a short wait is never refused', () => {
  expect(take(500, 5000)).not.toContain(true);
});

it('a burst is served, however long its calls have waited', () => {
  expect(take(3000, 1500)).not.toContain(true);
});

it('long waits are refused once there was no short one for a while, until there is one', () => {
  take(600, 1600);
  expect(take(600, 1000)).not.toContain(false);
  expect(take(400, 100)).toEqual([false]);
  expect(take(600, 1500)).not.toContain(true);
});

it('the last calls of a queue are served', () => {
  take(600, 2000);
  queue.end();
  expect(take(600, 1000)).not.toContain(true);
});

it('a burst after a rest begins anew', () => {
  take(600, 2000);
  now += 60_000;
  expect(take(600, 1000)).not.toContain(true);
});
