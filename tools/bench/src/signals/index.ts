import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '@secure-preview/embedded';
import * as standalone from '@secure-preview/standalone';
import type { Pids } from '../delivery/processes.js';
import { type Outcome, observeCrowd } from '../delivery/scenario.js';
import type { Site } from '../delivery/viewer.js';
import { median, type Row, report, withGoal } from '../report.js';

/** Minutes after which the bench counts as hanging. */
export const deadlineMinutes = 30;

type Build = Pick<typeof standalone, 'startPortal' | 'publishTrailer' | 'signIn' | 'makeVideo'>;

const UPLOAD_PASSWORD = 'a password for the bench';
const VIDEO = { seconds: 60, size: '640x360', videoBitsPerSecond: 800_000 };
const number = (name: string, fallback: number) => Number(process.env[name] || fallback);
const plan = {
  viewers: number('BENCH_VIEWERS', 100),
  minutes: number('BENCH_MINUTES', 1),
  warmUp: number('BENCH_WARM_UP_SECONDS', 20),
};
/** Pairs of a crowd with pages of version 1.0 and one with present pages. */
const PAIRS = number('BENCH_ROUNDS', 2);
const MAX_RATIO = 1.15;
/** Milliseconds between two reports of a page of version 1.0, and of one with an event stream. */
const REPORT_MS = { earlier: 10_000, present: 9000 };

/** Returns the milliseconds of CPU of a viewer-minute of all processes but the object store. */
function cpuOf({ usage, viewerMinutes, tally }: Outcome): number {
  if (tally.errors > 0)
    throw new Error(`${tally.errors} requests failed, such as: ${tally.errorTexts.join('; ')}`);
  // The supervisor's CPU includes that of its children.
  const used = Object.entries(usage).filter(([name]) => !['supervisor', 'object-store'].includes(name));
  return (used.reduce((sum, [, { cpuSeconds }]) => sum + cpuSeconds, 0) * 1000) / viewerMinutes;
}

interface WatchedPortal {
  readonly pids: () => Pids;
  /** Where pages of version 1.0 watch. */
  readonly site: Omit<Site, 'sign'>;
  readonly trailerId: string;
  readonly stop: () => Promise<void>;
}

/** Starts a portal with a trailer, from a given build. */
async function start({ startPortal, publishTrailer, signIn, makeVideo }: Build): Promise<WatchedPortal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-signals-'));
  const env = { UPLOAD_PASSWORD, LEADS_PER_MINUTE_PER_IP: '1000000' };
  const portal = await startPortal({ dataDir, port: await freePort(), quiet: true, env });
  const stop = async () => {
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await publishTrailer(portal.url, UPLOAD_PASSWORD, await makeVideo(dataDir, VIDEO));
    const administrator = await signIn(portal.url, UPLOAD_PASSWORD);
    const { json } = await administrator.call('GET', '/api/active-trailer');
    const { id, filePath } = json as { id: string; filePath: string };
    const site = { url: portal.url, portal: true, playlist: filePath, reportMs: REPORT_MS.earlier };
    return { pids: portal.pids, site, trailerId: id, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts the portal of an earlier commit, from the folder in `BENCH_EARLIER` where it is built. Absent without that folder.
 */
async function startEarlier(): Promise<WatchedPortal | undefined> {
  const folder = process.env['BENCH_EARLIER'];
  if (!folder) return undefined;
  const build = pathToFileURL(resolve(folder, 'apps/standalone/dist/index.js'));
  return start((await import(build.href)) as Build);
}

/**
 * Measures what event streams, plays, states of players and flags cost, against the reports of version 1.0: at the same
 * portal, or at that of an earlier commit.
 */
export async function run(): Promise<void> {
  const portal = await start(standalone);
  let earlierPortal: WatchedPortal | undefined;
  try {
    earlierPortal = await startEarlier();
    const { site, trailerId, pids } = portal;
    const baseline = earlierPortal ?? portal;
    const earlierCpu: number[] = [];
    const presentCpu: number[] = [];
    const loads: number[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const earlier = await observeCrowd(baseline.site, baseline.pids, plan);
      const now = await observeCrowd({ ...site, trailerId, reportMs: REPORT_MS.present }, pids, plan);
      earlierCpu.push(cpuOf(earlier));
      presentCpu.push(cpuOf(now));
      loads.push(...earlier.load, ...now.load);
    }
    const against = earlierPortal ? 'the earlier portal' : 'reports of version 1.0';
    const row: Row = {
      name: `${plan.viewers} viewers: CPU with event stream, plays and state, against ${against}`,
      value: median(presentCpu),
      unit: 'ms/viewer-min',
      baseline: median(earlierCpu),
      ratio: median(presentCpu) / median(earlierCpu),
    };
    await report('signals', [
      withGoal(row, '≤', MAX_RATIO, 'ratio'),
      { name: 'load average of one minute, median', value: median(loads), unit: 'load' },
    ]);
  } finally {
    await earlierPortal?.stop();
    await portal.stop();
  }
}
