import { setImmediate as turn } from 'node:timers/promises';
import { until } from '@secure-preview/testing';
import { LoopDelay } from './loop-delay.js';

/** Occupies the event loop, a tenth of a second at a time, until `done`. */
async function occupy(done: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!done()) {
    const began = performance.now();
    while (performance.now() - began < 100);
    await turn();
    if (performance.now() > end) throw new Error('in vain');
  }
}

it('tells of a loop that works all the time, and no more once it has nothing to do', async () => {
  const loop = new LoopDelay();
  expect(loop.delayMs).toBe(0);
  loop.start();
  try {
    await occupy(() => loop.delayMs > 40);
    await until(() => loop.delayMs < 5, { what: 'a loop that is on time', deadlineMs: 20_000 });
  } finally {
    loop.stop();
  }
});
