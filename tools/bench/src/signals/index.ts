import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@secure-preview/embedded';
import { makeVideo, publishTrailer, signIn, startPortal } from '@secure-preview/standalone';
import { type Outcome, observeCrowd } from '../delivery/scenario.js';
import { median, type Row, report, withGoal } from '../report.js';

/** Minutes after which the bench counts as hanging. */
export const deadlineMinutes = 30;

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

/**
 * Measures what event streams, plays and states of players cost, against the reports of version 1.0 at the same portal.
 */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-signals-'));
  const portal = await startPortal({
    dataDir,
    port: await freePort(),
    quiet: true,
    env: { UPLOAD_PASSWORD, LEADS_PER_MINUTE_PER_IP: '1000000' },
  });
  try {
    await publishTrailer(portal.url, UPLOAD_PASSWORD, await makeVideo(dataDir, VIDEO));
    const administrator = await signIn(portal.url, UPLOAD_PASSWORD);
    const { json } = await administrator.call('GET', '/api/active-trailer');
    const { id, filePath } = json as { id: string; filePath: string };
    const site = { url: portal.url, portal: true, playlist: filePath };
    const earlierCpu: number[] = [];
    const presentCpu: number[] = [];
    const loads: number[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const earlier = await observeCrowd({ ...site, reportMs: REPORT_MS.earlier }, portal.pids, plan);
      const present = { ...site, trailerId: id, reportMs: REPORT_MS.present };
      const now = await observeCrowd(present, portal.pids, plan);
      earlierCpu.push(cpuOf(earlier));
      presentCpu.push(cpuOf(now));
      loads.push(...earlier.load, ...now.load);
    }
    const row: Row = {
      name: `${plan.viewers} viewers: CPU with event stream, plays and state, against reports of version 1.0`,
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
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
