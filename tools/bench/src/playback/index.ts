import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@secure-preview/embedded';
import { makeVideo, publishTrailer, startPortal } from '@secure-preview/standalone';
import { findChromium } from '@secure-preview/testing';
import { chromium } from 'playwright-core';
import { median, type Row, report, withGoal } from '../report.js';
import { openPlain, servePlain } from './plain-player.js';
import { peakBitsPerSecond, watchWithBandwidth } from './rebuffering.js';
import { openPlayer, pressPlay, seekFar } from './watcher.js';

const UPLOAD_PASSWORD = 'a password for the bench';
const ROUNDS = 7;
/** Longer than the player's buffer, so there is always an unbuffered position. */
const VIDEO = { seconds: 180, size: '1280x720', videoBitsPerSecond: 3_000_000 };
/** Bandwidth in the rebuffering run, as a multiple of the peak bit rate. */
const BANDWIDTH_FACTOR = 3;
/** Goals for the median of visitors on this machine, in milliseconds. */
const MAX_START_MS = 500;
const MAX_SEEK_MS = 250;

const delayRow = (
  name: string,
  portalDelays: readonly number[],
  plainDelays: readonly number[],
  maxMs: number,
): Row => {
  const value = median(portalDelays);
  const baseline = median(plainDelays);
  const slowest = `slowest ${Math.round(Math.max(...portalDelays))}`;
  const row = {
    name: `${name} (${slowest}), against one file in a plain page`,
    value,
    unit: 'ms',
    baseline,
    ratio: value / baseline,
  };
  return withGoal(row, '≤', maxMs);
};

const zeroRow = (name: string, value: number, unit: string): Row => ({
  name,
  value,
  unit,
  goal: '0',
  met: value === 0,
});

type OpenedPage = Awaited<ReturnType<typeof openPlayer>>;

/** In milliseconds. */
interface Delays {
  start: number;
  seek: number;
}

/** Measures the delays of one new visitor: from play to the first frame, and from a seek to its first frame. */
async function startAndSeek({ context, page }: OpenedPage): Promise<Delays> {
  try {
    const start = await pressPlay(page);
    const seek = await seekFar(page);
    if (seek === undefined) throw new Error('the whole video is buffered, so no unbuffered position exists');
    return { start, seek };
  } finally {
    await context.close();
  }
}

/** Measures the delays of playback: the first frame, the frame after a seek, and stalls. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-playback-'));
  const portal = await startPortal({
    dataDir,
    port: await freePort(),
    quiet: true,
    env: { UPLOAD_PASSWORD, LEADS_PER_MINUTE_PER_IP: '1000' },
  });
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    const video = await makeVideo(dataDir, VIDEO);
    await publishTrailer(portal.url, UPLOAD_PASSWORD, video);
    const loadBefore = loadavg()[0] ?? 0;
    const plainServer = await servePlain(video);
    const portalDelays: Delays[] = [];
    const plainDelays: Delays[] = [];
    try {
      // Interleaved, so background load affects both sides.
      for (let round = 0; round < ROUNDS; round += 1) {
        portalDelays.push(await startAndSeek(await openPlayer(browser, portal.url)));
        plainDelays.push(await startAndSeek(await openPlain(browser, plainServer.url)));
      }
    } finally {
      await plainServer.stop();
    }
    const starts = (of: Delays[]) => of.map(({ start }) => start);
    const seeks = (of: Delays[]) => of.map(({ seek }) => seek);
    const bandwidth = BANDWIDTH_FACTOR * (await peakBitsPerSecond(browser, portal.url));
    const result = await watchWithBandwidth(browser, portal.url, bandwidth);
    const name = `30 s at ${BANDWIDTH_FACTOR} × the peak bit rate (${(bandwidth / 1e6).toFixed(1)} Mbit/s)`;
    await report('playback', [
      delayRow(
        `play to first frame, loopback, ${ROUNDS} visitors`,
        starts(portalDelays),
        starts(plainDelays),
        MAX_START_MS,
      ),
      delayRow(
        `seek to an unbuffered position, to its first frame, ${ROUNDS} visitors`,
        seeks(portalDelays),
        seeks(plainDelays),
        MAX_SEEK_MS,
      ),
      zeroRow(`${name}: stalls`, result.stalls, 'stalls'),
      zeroRow(`${name}: stalled time`, result.stalledMs, 'ms'),
      { name: `${name}: largest video height`, value: result.maxHeight, unit: 'pixels' },
      { name: 'load average of one minute, before', value: loadBefore, unit: 'load' },
      {
        name: 'load average of one minute, after',
        value: loadavg()[0] ?? 0,
        unit: 'load',
      },
    ]);
  } finally {
    await browser.close();
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
