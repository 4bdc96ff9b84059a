import autocannon from 'autocannon';
import { cpuSeconds } from './cpu-time.js';
import { lead, viewerCookie } from './viewer-cookie.js';

/** One side of a comparison: the address of its requests, and the processes whose work counts. */
export interface Target {
  name: string;
  url: string;
  pids: () => readonly number[];
}

export interface Measured {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Milliseconds of CPU for one request, in all processes of the target. */
  cpuMsPerRequest: number;
}

export type Scenario = 'status' | 'lead-capture';

const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: lead } as const;

/** Sends requests over 64 connections for some seconds. Throws on any response but a success. */
export async function measure(target: Target, scenario: Scenario, seconds: number): Promise<Measured> {
  const request =
    scenario === 'status'
      ? { url: `${target.url}/api/auth/status`, headers: { cookie: await viewerCookie(target.url) } }
      : { url: `${target.url}/api/auth/lead-capture`, ...post };
  const before = cpuSeconds(target.pids());
  const result = await autocannon({ ...request, connections: 64, duration: seconds });
  const used = cpuSeconds(target.pids()) - before;
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${target.name} ${scenario}: ${result.non2xx} refusals, ${result.errors} errors`);
  }
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMsPerRequest: (used * 1000) / result.requests.total,
  };
}
