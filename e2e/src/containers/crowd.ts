import { setTimeout as sleep } from 'node:timers/promises';
import { enterAsViewer } from '../support/client.js';
import { playFirstSegment } from '../support/first-segment.js';

/** Milliseconds between two requests of one visitor. */
const PAUSE_MS = 50;

export interface Crowd {
  /** Lets all visitors finish; returns the number of visits, and the errors. */
  end(): Promise<{ done: number; errors: string[] }>;
}

/** Starts visitors who load the page, watch, and enter again, without a pause until they are stopped. */
export function startCrowd(base: string): Crowd {
  let done = 0;
  const errors: string[] = [];
  let ended = false;

  const repeat = async (what: string, action: () => Promise<unknown>): Promise<void> => {
    while (!ended) {
      try {
        await action();
        done += 1;
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
  const all = Promise.all([
    repeat('the page', page),
    repeat('the gate', () => enterAsViewer(base)),
    watch(),
    watch(),
  ]);
  // Reported at the end.
  all.catch(() => undefined);
  return {
    end: async () => {
      ended = true;
      await all;
      return { done, errors };
    },
  };
}
