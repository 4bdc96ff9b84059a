/// <reference lib="dom" />
import type { Browser } from 'playwright-core';
import { openPlayer, pressPlay, WAIT_MS } from './watcher.js';

/** Seconds of the film that are watched on the slow line. */
const WATCHED = 30;
/** Round-trip time in milliseconds. */
const LATENCY_MS = 40;

export interface Watched {
  /** Stalls for lack of data after the first frame. */
  stalls: number;
  stalledMs: number;
  /** Height of the highest rendition shown. */
  lines: number;
}

/** Returns the peak bit rate in the multivariant playlist, in bits per second. */
export async function peakBitsPerSecond(browser: Browser, url: string): Promise<number> {
  const { context, page } = await openPlayer(browser, url);
  try {
    const text = await page.evaluate(async () => {
      const { filePath } = (await (await fetch('/api/active-trailer')).json()) as { filePath: string };
      return await (await fetch(filePath)).text();
    });
    const rates = [...text.matchAll(/[:,]BANDWIDTH=(\d+)/g)].map(([, rate]) => Number(rate));
    if (rates.length === 0) throw new Error('the playlist contains no bit rate');
    return Math.max(...rates);
  } finally {
    await context.close();
  }
}

/** Watches for a while on a line with this bandwidth in bits per second, and counts the stalls. */
export async function watchOnLine(browser: Browser, url: string, bitsPerSecond: number): Promise<Watched> {
  const { context, page } = await openPlayer(browser, url);
  try {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: bitsPerSecond / 8,
      uploadThroughput: bitsPerSecond / 8,
    });
    // Clears what the page fetched over a fast line: from here on, everything is loaded over the slow one.
    await page.reload();
    await page.locator('video').waitFor();
    await pressPlay(page);
    return await page.evaluate(
      ({ seconds, timeoutMs }) =>
        new Promise<Watched>((resolve, reject) => {
          const video = document.querySelector('video');
          if (!video) return reject(new Error('there is no video'));
          setTimeout(() => reject(new Error('playback did not continue')), timeoutMs + seconds * 1000);
          const seen = { stalls: 0, stalledMs: 0, lines: 0 };
          let stalledSince: number | undefined;
          video.addEventListener('waiting', () => {
            seen.stalls += 1;
            stalledSince ??= performance.now();
          });
          video.addEventListener('playing', () => {
            if (stalledSince !== undefined) seen.stalledMs += performance.now() - stalledSince;
            stalledSince = undefined;
          });
          const until = video.currentTime + seconds;
          video.addEventListener('timeupdate', () => {
            seen.lines = Math.max(seen.lines, video.videoHeight);
            if (video.currentTime >= until) resolve(seen);
          });
        }),
      { seconds: WATCHED, timeoutMs: WAIT_MS },
    );
  } finally {
    await context.close();
  }
}
