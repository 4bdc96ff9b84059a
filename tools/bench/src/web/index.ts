import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@secure-preview/embedded';
import { makeVideo, publishTrailer, startPortal } from '@secure-preview/standalone';
import { findChromium } from '@secure-preview/testing';
import { chromium } from 'playwright-core';
import { median, type Row, report, withGoal } from '../report.js';
import { firstFrames } from './first-frame.js';
import { gateLoads } from './gate-load.js';
import { movingFrames } from './moving-frame.js';
import { skyCost } from './sky-cost.js';

const UPLOAD_PASSWORD = 'a password for the bench';
const VIDEO = { seconds: 10, size: '1280x720' };
/** Grainy, so the bit rate of each size is near its limit. */
const GRAINY_VIDEO = { ...VIDEO, videoBitsPerSecond: 3_000_000 };
/** Limit of JavaScript before the gate is usable, in bytes compressed with brotli. */
const MAX_SCRIPT_BYTES = 95_000;

const atMost = (name: string, value: number, unit: string, limit: number): Row =>
  withGoal({ name, value, unit }, '≤', limit);

/** Measures the gate and the start of playback on a slow phone, and the CPU time of the background. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-web-'));
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
    const loads = await gateLoads(browser, portal.url);
    const medianOf = (key: keyof (typeof loads)[number]) => median(loads.map((load) => load[key]));
    const limited = 'at 1/4 CPU and 1.6 Mbit/s';
    const slow = `gate ${limited}`;
    const firstFrame = median(await firstFrames(browser, portal.url));
    const stars = await skyCost(browser, portal.url);
    await publishTrailer(portal.url, UPLOAD_PASSWORD, await makeVideo(dataDir, GRAINY_VIDEO));
    await report('web', [
      atMost('JavaScript before the gate, brotli', medianOf('scriptBytes'), 'bytes', MAX_SCRIPT_BYTES),
      atMost(`${slow}: largest contentful paint`, medianOf('largestPaintMs'), 'ms', 2000),
      atMost(`${slow}: cumulative layout shift`, medianOf('layoutShift'), '', 0),
      atMost(`${slow}: total blocking time`, medianOf('blockingMs'), 'ms', 150),
      { name: `${slow}: usable`, value: medianOf('usableMs'), unit: 'ms' },
      atMost('starfield at 1440 px: main thread', stars, 'ms/frame', 1),
      atMost('from “Access Trailer” to the first frame, loopback', firstFrame, 'ms', 1000),
      atMost(
        `from “Access Trailer” to moving video ${limited}`,
        median(await movingFrames(browser, portal.url)),
        'ms',
        3000,
      ),
    ]);
  } finally {
    await browser.close();
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
