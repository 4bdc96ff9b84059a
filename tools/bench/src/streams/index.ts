import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@secure-preview/embedded';
import { type Administrator, type StartedPortal, signIn, startPortal } from '@secure-preview/standalone';
import { HttpLoad, quantile } from '@secure-preview/testing';
import { residentMegabytes } from '../cpu-time.js';
import { percentile } from '../entry/percentile.js';
import { enteredVisitor, type VisitorClient } from '../entry/visitor-client.js';
import { median, type Row, report, withGoal } from '../report.js';
import { Replicas } from '../scaling/replicas.js';
import { ViewerStream } from './viewer-stream.js';

const UPLOAD_PASSWORD = 'a password for the bench';
const VISITORS = 500;
const STREAMS_EACH = 4;
/** Visitors who are blocked one after another. The others are blocked together, by their domain. */
const BLOCKED_SINGLY = 100;
const DOMAIN = 'streams.example';
/** Requests a second, for some seconds, in each round. */
const LOAD = { perSecond: 100, seconds: 5, rounds: 3 };
/** Milliseconds in which a gateway frees memory that it no longer uses. */
const SETTLE_MS = 10_000;
const MAX_KB_A_STREAM = 25;
const MAX_P99_RATIO = 1.2;
const MAX_ENDED_MS = 3000;

/** Visitors enter at once in groups of this size. */
const GROUP = 16;

/** Applies `work` to all items, a group at a time. */
async function inGroups<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += GROUP) {
    const group = items.slice(start, start + GROUP);
    results.push(...(await Promise.all(group.map((item, index) => work(item, start + index)))));
  }
  return results;
}

/** Returns the p99 of requests of a visitor in milliseconds; the median of the rounds. */
async function p99(url: string, { cookies, ip }: VisitorClient): Promise<number> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'x-forwarded-for': ip };
  const rounds: number[] = [];
  while (rounds.length < LOAD.rounds) {
    const load = new HttpLoad(url, () => ({
      kind: 'status',
      method: 'GET',
      path: '/api/auth/status',
      headers,
    }));
    const outcomes = await load.open(LOAD.perSecond, LOAD.seconds).finally(() => load.close());
    rounds.push(quantile(outcomes, 0.99));
  }
  return median(rounds);
}

/** Opens all streams at one gateway, and measures its memory and the requests that it serves meanwhile. */
async function loadRows(portal: StartedPortal, visitors: readonly VisitorClient[]): Promise<Row[]> {
  const [visitor] = visitors;
  if (!visitor) throw new Error('there is no visitor');
  const memory = async () => {
    await delay(SETTLE_MS);
    return residentMegabytes(portal.pids()['gateway'] ?? 0);
  };
  const each = visitors.flatMap((one) => Array.from({ length: STREAMS_EACH }, () => one));
  const open = () => inGroups(each, (one) => ViewerStream.open(portal.url, one));
  const close = (streams: readonly ViewerStream[]) => {
    for (const stream of streams) stream.close();
  };
  // The first requests compile code, and the first streams grow buffers that later ones reuse.
  await p99(portal.url, visitor);
  close(await open());
  const without = [await p99(portal.url, visitor)];
  const before = await memory();
  const streams = await open();
  const after = await memory();
  const withStreams = await p99(portal.url, visitor);
  close(streams);
  // Before and after, because the speed of the machine changes.
  without.push(await p99(portal.url, visitor));
  const baseline = median(without);
  return [
    withGoal(
      {
        name: `memory of the gateway for each of ${streams.length} streams`,
        value: ((after - before) * 1024) / streams.length,
        unit: 'KB',
      },
      '≤',
      MAX_KB_A_STREAM,
    ),
    withGoal(
      {
        name: `p99 of requests while ${streams.length} streams are open, against none`,
        value: withStreams,
        unit: 'ms',
        baseline,
        ratio: withStreams / baseline,
      },
      '≤',
      MAX_P99_RATIO,
      'ratio',
    ),
  ];
}

/** Opens a stream for each visitor over all gateways, and measures how soon blocks end them. */
async function endRows(
  administrator: Administrator,
  gateways: readonly string[],
  visitors: readonly VisitorClient[],
): Promise<Row[]> {
  const streams = await inGroups(visitors, (visitor, index) =>
    ViewerStream.open(gateways[index % gateways.length] ?? '', visitor),
  );
  const single: number[] = [];
  for (const [index, { email }] of visitors.slice(0, BLOCKED_SINGLY).entries()) {
    const startedAt = performance.now();
    await administrator.call('POST', '/api/blocks', { kind: 'address', value: email });
    single.push(((await streams[index]?.endedAt) ?? Number.NaN) - startedAt);
  }
  const startedAt = performance.now();
  await administrator.call('POST', '/api/blocks', { kind: 'domain', value: DOMAIN });
  const ends = await Promise.all(streams.slice(BLOCKED_SINGLY).map(({ endedAt }) => endedAt));
  const together = ends.map((end) => end - startedAt);
  const row = (name: string, delays: readonly number[]) =>
    withGoal(
      {
        name: `${name} until the event, p95 of ${delays.length}`,
        value: percentile(delays, 0.95),
        unit: 'ms',
      },
      '≤',
      MAX_ENDED_MS,
    );
  return [
    row(`${streams.length} viewers at ${gateways.length} gateways: block of an address`, single),
    row('block of the domain of all others', together),
  ];
}

/** Measures event streams: memory, their effect on requests, and how soon an ended access is reported. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-streams-'));
  const portal = await startPortal({
    dataDir,
    port: await freePort(),
    quiet: true,
    env: { UPLOAD_PASSWORD, LEADS_PER_MINUTE_PER_IP: '1000000', TRUST_PROXY: '127.0.0.0/8' },
  });
  const replicas = new Replicas(portal);
  try {
    const numbers = Array.from({ length: VISITORS }, (_, index) => index);
    const visitors = await inGroups(numbers, (index) =>
      enteredVisitor(
        portal.url,
        `viewer-${index}@${DOMAIN}`,
        `10.6.${Math.floor(index / 250)}.${index % 250}`,
      ),
    );
    const rows = await loadRows(portal, visitors);
    await replicas.grow(2, ['gateway']);
    const gateways = replicas.gatewayPorts().map((port) => `http://127.0.0.1:${port}`);
    rows.push(...(await endRows(await signIn(portal.url, UPLOAD_PASSWORD), gateways, visitors)));
    await report('streams', rows);
  } finally {
    await replicas.stop();
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
