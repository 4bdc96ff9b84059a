import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { enterAsViewer } from '../support/client.js';
import { playFirstSegment } from '../support/first-segment.js';

/** Milliseconds between two requests of one visitor. */
const PAUSE_MS = 50;

interface Crowd {
  /** Stops all visitors; returns the number of successful visits, and the errors of the others. */
  end(): Promise<{ visits: number; errors: string[] }>;
}

/** Starts visitors who load the page, enter and watch repeatedly until they are stopped. */
function startCrowd(base: string): Crowd {
  let visits = 0;
  const errors: string[] = [];
  let isStopped = false;

  const repeat = async (what: string, action: () => Promise<unknown>): Promise<void> => {
    while (!isStopped) {
      try {
        await action();
        visits += 1;
      } catch (error) {
        errors.push(`${new Date().toISOString()} ${what}: ${error instanceof Error ? error.message : error}`);
      }
      await sleep(PAUSE_MS);
    }
  };
  const page = async () => {
    const answer = await fetch(base, { signal: AbortSignal.timeout(30_000) });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
  };
  const watch = async () => {
    const viewer = await enterAsViewer(base);
    await repeat('watching', () => playFirstSegment(viewer));
  };
  const loops = Promise.all([
    repeat('the page', page),
    repeat('the gate', () => enterAsViewer(base)),
    watch(),
    watch(),
  ]);
  // `end` reports the error.
  loops.catch(() => undefined);
  return {
    end: async () => {
      isStopped = true;
      await loops;
      return { visits, errors };
    },
  };
}

/** Runs an action while visitors use the portal, and expects that no visit fails. */
export async function duringVisits(base: string, action: () => Promise<void>): Promise<void> {
  const crowd = startCrowd(base);
  try {
    await action();
  } finally {
    const { visits, errors } = await crowd.end();
    process.stdout.write(`visits during the action: ${visits} succeeded, ${errors.length} failed\n`);
    expect(errors.slice(0, 20)).toEqual([]);
    expect(visits).toBeGreaterThan(100);
  }
}
