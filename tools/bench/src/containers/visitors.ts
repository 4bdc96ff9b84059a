import { setTimeout as sleep } from 'node:timers/promises';
import { viewerCookie } from '../viewer-cookie.js';

const DEADLINE_MS = 30_000;
const PAUSE_MS = 50;

export interface Came {
  requests: number;
  /** Messages of the failed requests. */
  errors: string[];
  slowestMs: number;
}

/**
 * Starts visitors who load the page, pass the gate and fetch their status, without a pause until they are
 * stopped.
 */
export function startVisitors(url: string, count: number): { go(): Promise<Came> } {
  const came: Came = { requests: 0, errors: [], slowestMs: 0 };
  let gone = false;
  const get = async (path: string, cookie?: string) => {
    const answer = await fetch(url + path, {
      headers: cookie === undefined ? {} : { cookie },
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  };
  const one = async <T>(action: () => Promise<T>): Promise<T | undefined> => {
    const began = performance.now();
    came.requests += 1;
    try {
      return await action();
    } catch (error) {
      came.errors.push((error as Error).message);
      return undefined;
    } finally {
      came.slowestMs = Math.max(came.slowestMs, performance.now() - began);
      await sleep(PAUSE_MS);
    }
  };
  const visitor = async () => {
    while (!gone) {
      await one(() => get('/'));
      const cookie = await one(() => viewerCookie(url));
      for (let count = 0; count < 5 && !gone; count += 1) await one(() => get('/api/auth/status', cookie));
    }
  };
  const all = Promise.all(Array.from({ length: count }, visitor));
  return {
    go: async () => {
      gone = true;
      await all;
      return came;
    },
  };
}
