import { setImmediate as nextTurn } from 'node:timers/promises';
import { until } from '@secure-preview/testing';
import { coresOf, LoopDelay } from './loop-delay.js';

/**
 * Quota of a process that may use a tenth of a core. The process counts as busy above half of its quota. It reaches
 * that share even when other processes take most of the processor.
 */
const SMALL_QUOTA = 0.1;

/** Blocks the event loop, 100 ms at a time, until `done` returns true. */
async function blockUntil(done: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!done()) {
    const startedAt = performance.now();
    while (performance.now() - startedAt < 100);
    await nextTurn();
    if (performance.now() > end) throw new Error('the condition was not met in time');
  }
}

it('reports a delay while the event loop is busy, and none once it is idle', async () => {
  const loop = new LoopDelay(SMALL_QUOTA);
  expect(loop.delayMs).toBe(0);
  loop.start();
  try {
    await blockUntil(() => loop.delayMs > 40);
    await until(() => loop.delayMs < 5, { what: 'the delay to end', deadlineMs: 20_000 });
  } finally {
    loop.stop();
  }
});

it('reports the delay of a process whose CPU quota keeps it below half a core', async () => {
  const loop = new LoopDelay(SMALL_QUOTA);
  loop.start();
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const runThrottled = () => {
    const before = process.cpuUsage();
    let used = 0;
    while (used < 30_000) {
      const { user, system } = process.cpuUsage(before);
      used = user + system;
    }
    Atomics.wait(cell, 0, 0, 70);
  };
  try {
    const end = performance.now() + 20_000;
    while (loop.delayMs < 40 && performance.now() < end) {
      runThrottled();
      await nextTurn();
    }
    expect(loop.delayMs).toBeGreaterThan(40);
  } finally {
    loop.stop();
  }
});

it.each([
  ['max 100000\n', 1],
  ['400000 100000\n', 1],
  ['20000 100000\n', 0.2],
  ['', 1],
])('reads a quota of %j as %s of a core', (quota, cores) => {
  expect(coresOf(quota)).toBe(cores);
});

it('reports no delay while other processes occupy the processor', async () => {
  const loop = new LoopDelay();
  loop.start();
  const cell = new Int32Array(new SharedArrayBuffer(4));
  try {
    for (let round = 0; round < 20; round += 1) {
      // Blocks without using the processor, like a process that waits to be scheduled.
      Atomics.wait(cell, 0, 0, 100);
      await nextTurn();
      expect(loop.delayMs).toBeLessThan(40);
    }
  } finally {
    loop.stop();
  }
});
