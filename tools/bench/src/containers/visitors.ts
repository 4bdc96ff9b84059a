import { setTimeout as sleep } from 'node:timers/promises';
import { viewerCookie } from '../viewer-cookie.js';

const DEADLINE_MS = 30_000;
const PAUSE_MS = 50;

export interface VisitorResults {
  requests: number;
  /** Messages of the failed requests. */
  errors: string[];
  slowestMs: number;
}

/**
 * Starts visitors who load the page, pass the gate and fetch their status in a loop, until they are stopped.
 */
export function startVisitors(url: string, count: number): { stop(): Promise<VisitorResults> } {
  const results: VisitorResults = { requests: 0, errors: [], slowestMs: 0 };
  let isStopped = false;
  const get = async (path: string, cookie?: string) => {
    const response = await fetch(url + path, {
      headers: cookie === undefined ? {} : { cookie },
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
  };
  const measured = async <T>(action: () => Promise<T>): Promise<T | undefined> => {
    const startedAt = performance.now();
    results.requests += 1;
    try {
      return await action();
    } catch (error) {
      results.errors.push((error as Error).message);
      return undefined;
    } finally {
      results.slowestMs = Math.max(results.slowestMs, performance.now() - startedAt);
      await sleep(PAUSE_MS);
    }
  };
  const runVisitor = async () => {
    while (!isStopped) {
      await measured(() => get('/'));
      const cookie = await measured(() => viewerCookie(url));
      for (let count = 0; count < 5 && !isStopped; count += 1)
        await measured(() => get('/api/auth/status', cookie));
    }
  };
  const visitors = Promise.all(Array.from({ length: count }, runVisitor));
  return {
    stop: async () => {
      isStopped = true;
      await visitors;
      return results;
    },
  };
}
