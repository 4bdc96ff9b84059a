/// <reference lib="dom" />
import type { Browser } from 'playwright-core';
import { openPlayer, pressPlay, WAIT_MS } from './watcher.js';

/** Seconds of video to watch with limited bandwidth. */
const WATCHED_SECONDS = 30;
/** Round-trip time in milliseconds. */
const LATENCY_MS = 40;

export interface PlaybackResult {
  /** Stalls for lack of data after the first frame. */
  stalls: number;
  stalledMs: number;
  /** Height of the highest rendition shown. */
  maxHeight: number;
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

/** Watches with limited bandwidth, in bits per second, and counts the stalls. */
export async function watchWithBandwidth(
  browser: Browser,
  url: string,
  bitsPerSecond: number,
): Promise<PlaybackResult> {
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
    // Discards what the page loaded before the limit.
    await page.reload();
    await page.locator('video').waitFor();
    await pressPlay(page);
    return await page.evaluate(
      ({ seconds, timeoutMs }) =>
        new Promise<PlaybackResult>((resolve, reject) => {
          const video = document.querySelector('video');
          if (!video) return reject(new Error('there is no video'));
          setTimeout(() => reject(new Error('playback did not continue')), timeoutMs + seconds * 1000);
          const result = { stalls: 0, stalledMs: 0, maxHeight: 0 };
          let stalledSince: number | undefined;
          video.addEventListener('waiting', () => {
            result.stalls += 1;
            stalledSince ??= performance.now();
          });
          video.addEventListener('playing', () => {
            if (stalledSince !== undefined) result.stalledMs += performance.now() - stalledSince;
            stalledSince = undefined;
          });
          const endTime = video.currentTime + seconds;
          video.addEventListener('timeupdate', () => {
            result.maxHeight = Math.max(result.maxHeight, video.videoHeight);
            if (video.currentTime >= endTime) resolve(result);
          });
        }),
      { seconds: WATCHED_SECONDS, timeoutMs: WAIT_MS },
    );
  } finally {
    await context.close();
  }
}
