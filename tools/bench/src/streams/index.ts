import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@secure-preview/embedded';
import { type Administrator, signIn, startPortal } from '@secure-preview/standalone';
import { percentile } from '../entry/percentile.js';
import { enteredVisitor, type VisitorClient } from '../entry/visitor-client.js';
import { inGroups } from '../in-groups.js';
import { startDeployedProxy } from '../overload/proxy.js';
import { type Row, report, withGoal } from '../report.js';
import { Replicas } from '../scaling/replicas.js';
import { loadRows } from './load-rows.js';
import { ViewerStream } from './viewer-stream.js';

/** Minutes after which the bench counts as hanging. */
export const deadlineMinutes = 20;

const UPLOAD_PASSWORD = 'a password for the bench';
const VISITORS = 500;
/** Visitors who are blocked one after another. The others are blocked together, by their domain. */
const BLOCKED_SINGLY = 100;
const DOMAIN = 'streams.example';
const MAX_ENDED_MS = 3000;
/** Milliseconds after which an event counts as lost. */
const LOST_MS = 30_000;

const loadRow = (when: string): Row => ({
  name: `load average of one minute, ${when}`,
  value: loadavg()[0] ?? 0,
  unit: 'load',
});

/** Opens a stream for each visitor over all gateways, and measures how soon blocks end them. */
async function endRows(
  administrator: Administrator,
  gateways: readonly string[],
  visitors: readonly VisitorClient[],
): Promise<Row[]> {
  const streams = await inGroups(visitors, (visitor, index) =>
    ViewerStream.open(visitor, { url: gateways[index % gateways.length] ?? '', trailerId: randomUUID() }),
  );
  const block = async (kind: 'address' | 'domain', value: string, blocked: readonly ViewerStream[]) => {
    const startedAt = performance.now();
    await administrator.call('POST', '/api/blocks', { kind, value });
    return Promise.all(blocked.map((stream) => stream.endedAfter(startedAt, LOST_MS)));
  };
  const single: number[] = [];
  for (const [index, { email }] of visitors.slice(0, BLOCKED_SINGLY).entries())
    single.push(...(await block('address', email, streams.slice(index, index + 1))));
  const together = await block('domain', DOMAIN, streams.slice(BLOCKED_SINGLY));
  for (const stream of streams) stream.close();
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
  const rows = [loadRow('before')];
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-streams-'));
  const port = await freePort();
  const portal = await startPortal({
    dataDir,
    port,
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
    const proxy = await startDeployedProxy(join(dataDir, 'nginx'), port);
    try {
      rows.push(...(await loadRows({ portal, url: proxy.url, trailerId: randomUUID(), visitors })));
    } finally {
      await proxy.stop();
    }
    await replicas.grow(2, ['gateway']);
    const gateways = replicas.gatewayPorts().map((gateway) => `http://127.0.0.1:${gateway}`);
    rows.push(...(await endRows(await signIn(portal.url, UPLOAD_PASSWORD), gateways, visitors)));
    await report('streams', [...rows, loadRow('after')]);
  } finally {
    await replicas.stop();
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
