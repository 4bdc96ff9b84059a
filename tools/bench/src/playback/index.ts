import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, makeVideo, publishTrailer, startPortal } from '@secure-preview/standalone';
import { findChromium } from '@secure-preview/testing';
import { chromium } from 'playwright-core';
import { median, type Row, report } from '../report.js';
import { openPlain, servePlain } from './plain-player.js';
import { peakBitsPerSecond, watchOnLine } from './rebuffering.js';
import { openPlayer, pressPlay, seekFar } from './watcher.js';

const UPLOAD_PASSWORD = 'a password for the bench';
const ROUNDS = 7;
/** Longer than the player's buffer, so that there is always an unbuffered position. */
const FILM = { seconds: 180, size: '1280x720', videoBitsPerSecond: 3_000_000 };
/** Bandwidth in the rebuffering run, as a multiple of the peak bit rate. */
const LINE = 3;
const MAX_MS = 500;

const soon = (name: string, ours: readonly number[], plain: readonly number[]): Row => {
  const value = median(ours);
  const baseline = median(plain);
  const slowest = `slowest ${Math.round(Math.max(...ours))}`;
  return {
    name: `${name} (${slowest}), against one file in a plain page`,
    value,
    unit: 'ms',
    baseline,
    ratio: value / baseline,
    goal: `≤ ${MAX_MS}`,
    met: value <= MAX_MS,
  };
};

const none = (name: string, value: number, unit: string): Row => ({
  name,
  value,
  unit,
  goal: '0',
  met: value === 0,
});

type Opened = Awaited<ReturnType<typeof openPlayer>>;

/** In milliseconds. */
interface Waits {
  start: number;
  seek: number;
}

/**
 * Measures a new visitor, in milliseconds: from play to the first frame, and from a seek to a frame of an
 * unbuffered position.
 */
async function startAndSeek({ context, page }: Opened): Promise<Waits> {
  try {
    const start = await pressPlay(page);
    const seek = await seekFar(page);
    if (seek === undefined) throw new Error('the whole film was buffered, so no position is left to seek to');
    return { start, seek };
  } finally {
    await context.close();
  }
}

/** Measures what a viewer waits for: the first frame, the frame after a seek, and stalls. */
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
    const film = await makeVideo(dataDir, FILM);
    await publishTrailer(portal.url, UPLOAD_PASSWORD, film);
    const loadBefore = loadavg()[0] ?? 0;
    const file = await servePlain(film);
    const ours: Waits[] = [];
    const plain: Waits[] = [];
    try {
      // Interleaved, so that background load affects both sides.
      for (let round = 0; round < ROUNDS; round += 1) {
        ours.push(await startAndSeek(await openPlayer(browser, portal.url)));
        plain.push(await startAndSeek(await openPlain(browser, file.url)));
      }
    } finally {
      await file.stop();
    }
    const starts = (of: Waits[]) => of.map(({ start }) => start);
    const seeks = (of: Waits[]) => of.map(({ seek }) => seek);
    const line = LINE * (await peakBitsPerSecond(browser, portal.url));
    const watched = await watchOnLine(browser, portal.url, line);
    const name = `30 s at ${LINE} × the peak bit rate (${(line / 1e6).toFixed(1)} Mbit/s)`;
    await report('playback', [
      soon(`play to first frame, loopback, ${ROUNDS} visitors`, starts(ours), starts(plain)),
      soon(
        `seek to an unbuffered position, to its first frame, ${ROUNDS} visitors`,
        seeks(ours),
        seeks(plain),
      ),
      none(`${name}: stops`, watched.stalls, 'stops'),
      none(`${name}: stopped for`, watched.stalledMs, 'ms'),
      { name: `${name}: largest picture`, value: watched.lines, unit: 'lines' },
      { name: 'processes waiting to run, last minute, before', value: loadBefore, unit: 'load' },
      {
        name: 'processes waiting to run, last minute, after',
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
