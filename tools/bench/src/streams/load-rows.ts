import { setTimeout as delay } from 'node:timers/promises';
import { streamLimits } from '@secure-preview/contracts';
import type { StartedPortal } from '@secure-preview/standalone';
import { HttpLoad, quantile } from '@secure-preview/testing';
import { residentMegabytes } from '../cpu-time.js';
import type { VisitorClient } from '../entry/visitor-client.js';
import { inGroups } from '../in-groups.js';
import { median, type Row, withGoal } from '../report.js';
import { ViewerStream } from './viewer-stream.js';

const STREAMS = streamLimits.perGateway;
/** Requests a second, in each round for the seconds in which all streams receive a comment. */
const LOAD = { perSecond: 100, seconds: streamLimits.pingEveryMs / 1000, rounds: 3 };
/** Milliseconds in which a gateway frees memory that it no longer uses. */
const SETTLE_MS = 10_000;
const MAX_KB_A_STREAM = 25;
const MAX_P99_RATIO = 1.2;

/** Returns an address of this machine. The proxy and the gateway limit the streams of each address. */
const localAddressOf = (stream: number) =>
  `127.2.0.${1 + (stream % Math.ceil(STREAMS / (streamLimits.perAddress / 2)))}`;

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
    const failed = outcomes.find(({ succeeded }) => !succeeded);
    if (failed) throw new Error(`a request responded with ${failed.status}`);
    rounds.push(quantile(outcomes, 0.99));
  }
  return median(rounds);
}

interface Streamed {
  readonly portal: StartedPortal;
  /** URL of the proxy. */
  readonly url: string;
  readonly trailerId: string;
  readonly visitors: readonly VisitorClient[];
}

/** Opens all streams at one gateway, and measures its memory and the requests that it serves meanwhile. */
export async function loadRows({ portal, url, trailerId, visitors }: Streamed): Promise<Row[]> {
  const [visitor] = visitors;
  if (!visitor) throw new Error('there is no visitor');
  const memory = async () => {
    await delay(SETTLE_MS);
    return residentMegabytes(portal.pids()['gateway'] ?? 0);
  };
  const owners = Array.from({ length: STREAMS }, (_, index) => visitors[index % visitors.length] ?? visitor);
  const open = () =>
    inGroups(owners, (owner, index) =>
      ViewerStream.open(owner, { url, trailerId, localAddress: localAddressOf(index) }),
    );
  const close = async (streams: readonly ViewerStream[]) => {
    for (const stream of streams) stream.close();
    await delay(SETTLE_MS);
  };
  // The first requests compile code, and the first streams grow buffers that later ones reuse.
  await p99(url, visitor);
  const atFirst = await memory();
  const firstStreams = await open();
  const withFirst = await memory();
  await close(firstStreams);
  const without = [await p99(url, visitor)];
  const before = await memory();
  const streams = await open();
  const after = await memory();
  const withStreams = await p99(url, visitor);
  await close(streams);
  // Before and after, because the speed of the machine changes.
  without.push(await p99(url, visitor));
  const baseline = median(without);
  const memoryRow = (which: string, megabytes: number): Row => ({
    name: `memory of the gateway for each of ${STREAMS} streams${which}`,
    value: (megabytes * 1024) / STREAMS,
    unit: 'KB',
  });
  const name = `p99 of requests through the proxy while ${STREAMS} streams are open, against none`;
  return [
    withGoal(memoryRow('', after - before), '≤', MAX_KB_A_STREAM),
    memoryRow(' after the start of the gateway', withFirst - atFirst),
    withGoal(
      { name, value: withStreams, unit: 'ms', baseline, ratio: withStreams / baseline },
      '≤',
      MAX_P99_RATIO,
      'ratio',
    ),
  ];
}
