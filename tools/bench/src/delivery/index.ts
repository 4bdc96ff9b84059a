import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@secure-preview/embedded';
import { makeVideo, publishTrailer, type StartedPortal, startPortal } from '@secure-preview/standalone';
import { type Row, report } from '../report.js';
import { viewerCookie } from '../viewer-cookie.js';
import { COPY_PLAYLIST, copyVideo } from './copy-video.js';
import { startNginx } from './nginx.js';
import { distortionRows, memoryRows, portalRows } from './rows.js';
import { type Outcome, observeCrowd, type Plan } from './scenario.js';

const UPLOAD_PASSWORD = 'a password for the bench';
const VIDEO = { seconds: 60, size: '1280x720', videoBitsPerSecond: 3_000_000 };
/** Default of `MEDIA_SEGMENT_SECONDS`. */
const DEFAULT_SEGMENT_SECONDS = 4;
/** Limit for comparisons, in minutes, however long the main run is. */
const MAX_COMPARISON_MINUTES = 2;

const number = (name: string, fallback: number) => Number(process.env[name] || fallback);

/** Reads the plan: `BENCH_VIEWERS`, `BENCH_MINUTES` and `BENCH_SEGMENT_SECONDS` (a list). */
function readPlan(): Plan & { segmentSeconds: number[] } {
  return {
    viewers: number('BENCH_VIEWERS', 200),
    minutes: number('BENCH_MINUTES', 2),
    warmUp: number('BENCH_WARM_UP_SECONDS', 20),
    segmentSeconds: (process.env['BENCH_SEGMENT_SECONDS'] || '4,1').split(',').map(Number),
  };
}

/** Measures the cost of 200 concurrent viewers at the portal, against nginx with signed links and the same bytes. */
export async function run(): Promise<void> {
  const plan = readPlan();
  const work = mkdtempSync(join(tmpdir(), 'bench-delivery-'));
  const rows: Row[] = [];
  try {
    const video = await makeVideo(work, VIDEO);
    for (const seconds of plan.segmentSeconds) {
      // Writes after each part, so an interrupted run keeps its results.
      const publish = async (newRows: Row[]) => {
        rows.push(...newRows);
        await report('delivery', rows);
      };
      await measureSegmentLength(join(work, `segments-${seconds}`), video, seconds, plan, publish);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function measureSegmentLength(
  home: string,
  video: string,
  seconds: number,
  plan: Plan,
  publish: (rows: Row[]) => Promise<void>,
): Promise<void> {
  const label = (delivery: string) => `${plan.viewers} viewers, ${seconds} s segments, ${delivery}`;
  const comparisonPlan = { ...plan, minutes: Math.min(plan.minutes, MAX_COMPARISON_MINUTES) };
  const dataDir = join(home, 'portal');
  const start = async (delivery: string): Promise<StartedPortal> =>
    startPortal({
      dataDir,
      port: await freePort(),
      quiet: true,
      env: {
        UPLOAD_PASSWORD,
        LEADS_PER_MINUTE_PER_IP: '1000000',
        MEDIA_SEGMENT_SECONDS: String(seconds),
        MEDIA_DELIVERY: delivery,
      },
    });
  const watchAt = async (portal: StartedPortal, crowdPlan: Plan): Promise<Outcome> => {
    const site = { url: portal.url, portal: true, playlist: await activePlaylist(portal.url) };
    return await observeCrowd(site, portal.pids, crowdPlan);
  };
  let presigned: Outcome;
  const portal = await start('presigned');
  try {
    await publishTrailer(portal.url, UPLOAD_PASSWORD, video);
    await copyVideo(portal.url, await activePlaylist(portal.url), join(home, 'nginx', 'files'));
    presigned = await watchAt(portal, plan);
  } finally {
    await portal.stop();
  }
  logErrors({ presigned });
  await publish([
    ...memoryRows(label('presigned'), presigned),
    ...distortionRows(label('presigned'), presigned),
  ]);
  const nginx = await atNginx(join(home, 'nginx'), comparisonPlan);
  const proxyPortal = await start('proxy');
  let proxied: Outcome;
  try {
    proxied = await watchAt(proxyPortal, comparisonPlan);
  } finally {
    await proxyPortal.stop();
  }
  logErrors({ nginx, proxied });
  const isDefault = seconds === DEFAULT_SEGMENT_SECONDS;
  // Without proxying, the portal redirects to the store, and the run would measure the store instead.
  const isProxied = proxied.tally.frontMediaBytes > 0;
  await publish([
    ...portalRows(label('presigned'), { presigned: true, isDefault }, presigned, nginx),
    ...distortionRows(label('nginx'), nginx),
    ...(isProxied
      ? portalRows(label('proxied'), { presigned: false, isDefault: false }, proxied, nginx)
      : []),
    ...(isProxied ? distortionRows(label('proxied'), proxied) : []),
  ]);
}

async function atNginx(home: string, plan: Plan): Promise<Outcome> {
  const linkSecret = randomBytes(16).toString('hex');
  const nginx = await startNginx(home, linkSecret);
  try {
    const site = { url: nginx.url, portal: false, playlist: COPY_PLAYLIST, linkSecret };
    return await observeCrowd(site, () => ({ nginx: nginx.pid }), plan);
  } finally {
    await nginx.stop();
  }
}

async function activePlaylist(url: string): Promise<string> {
  const headers = { cookie: await viewerCookie(url) };
  const response = await fetch(`${url}/api/active-trailer`, { headers, signal: AbortSignal.timeout(10_000) });
  const { filePath } = (await response.json()) as { filePath: string | null };
  if (!filePath) throw new Error('the portal has no active trailer');
  return filePath;
}

function logErrors(outcomes: Record<string, Outcome>): void {
  for (const [name, { tally }] of Object.entries(outcomes)) {
    if (tally.errors > 0)
      console.error(`${name}: ${tally.errors} errors, such as: ${tally.errorTexts.join('; ')}`);
  }
}
