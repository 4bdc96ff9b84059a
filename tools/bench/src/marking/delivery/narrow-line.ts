/// <reference lib="dom" />
import type { Browser } from 'playwright-core';
import { openPlayer, WAIT_MS } from '../../playback/watcher.js';

/** Round-trip time in milliseconds. */
const LATENCY_MS = 40;

export interface Loaded {
  /** Seconds from the first request for a segment until the beginning of the film is buffered. */
  readonly seconds: number;
  /** Bits of segments that arrived in this time. */
  readonly bits: number;
}

/** Opens the player over a narrow line, and waits until the first seconds of the film are buffered. */
export async function loadBeginning(
  browser: Browser,
  url: string,
  { bitsPerSecond, filmSeconds }: { bitsPerSecond: number; filmSeconds: number },
): Promise<Loaded> {
  const { context, page } = await openPlayer(browser, url);
  try {
    // Ends the requests of the first player.
    await page.goto('about:blank');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: bitsPerSecond / 8,
      uploadThroughput: bitsPerSecond / 8,
    });
    const segments = new Set<string>();
    let bits = 0;
    devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (!request.url.startsWith(url)) segments.add(requestId);
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (segments.has(requestId)) bits += 8 * encodedDataLength;
    });
    await page.goto(url);
    await page.waitForFunction(
      (seconds) => {
        const buffered = document.querySelector('video')?.buffered;
        return buffered && buffered.length > 0 && buffered.end(0) >= seconds;
      },
      filmSeconds,
      { polling: 10, timeout: WAIT_MS },
    );
    const loaded = bits;
    const seconds = await page.evaluate(() => {
      const starts = performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).origin !== location.origin)
        .map(({ startTime }) => startTime);
      return (performance.now() - Math.min(...starts)) / 1000;
    });
    return { seconds, bits: loaded };
  } finally {
    await context.close();
  }
}
