import { HttpLoad, type LoadRequest, quantile } from '@secure-preview/testing';
import { cpuSeconds } from '../cpu-time.js';
import { lead, viewerCookie } from '../viewer-cookie.js';

/** One side of a comparison: the URL for requests, and the processes whose CPU time counts. */
export interface Target {
  name: string;
  url: string;
  pids: () => readonly number[];
}

export interface LoadResult {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Milliseconds of CPU for one request, in all processes of the target. */
  cpuMsPerRequest: number;
}

export type Scenario = 'status' | 'lead-capture';

/** Concurrent requests. */
const CONCURRENCY = 64;

async function requestOf({ url }: Target, scenario: Scenario): Promise<LoadRequest> {
  if (scenario === 'lead-capture')
    return { kind: scenario, method: 'POST', path: '/api/auth/lead-capture', body: lead };
  const headers = { cookie: await viewerCookie(url) };
  return { kind: scenario, method: 'GET', path: '/api/auth/status', headers };
}

/** Sends requests for some seconds. @throws Error if a response is not a success */
export async function measure(target: Target, scenario: Scenario, seconds: number): Promise<LoadResult> {
  const request = await requestOf(target, scenario);
  const load = new HttpLoad(target.url, () => request);
  const [cpuBefore, startedAt] = [cpuSeconds(target.pids()), performance.now()];
  const outcomes = await load.closed(CONCURRENCY, seconds).finally(() => load.close());
  const usedSeconds = cpuSeconds(target.pids()) - cpuBefore;
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  const failed = outcomes.filter(({ succeeded }) => !succeeded);
  if (failed.length > 0) {
    const statuses = [...new Set(failed.map(({ status }) => status))];
    throw new Error(`${target.name} ${scenario}: ${failed.length} failures (${statuses.join(', ')})`);
  }
  return {
    requestsPerSecond: outcomes.length / elapsedSeconds,
    p50Ms: quantile(outcomes, 0.5),
    p99Ms: quantile(outcomes, 0.99),
    cpuMsPerRequest: (usedSeconds * 1000) / outcomes.length,
  };
}
