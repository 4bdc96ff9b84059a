/// <reference lib="dom" />
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Limit in milliseconds for any wait on a page. */
export const WAIT_MS = 60_000;

/** Opens a page past the gate, with its player loaded and paused. */
export async function openPlayer(
  browser: Browser,
  url: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(WAIT_MS);
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('textbox', { name: 'Full name' }).fill('Ada Lovelace');
    await page.getByRole('textbox', { name: 'Email address' }).fill('ada@example.com');
    await page.getByRole('checkbox').check();
    await page.locator('button[type=submit]').click();
    await page.locator('video').waitFor();
    // Waits until the first frame can be shown.
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    return { context, page };
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** Presses play, and returns the milliseconds until the first frame was presented. */
export async function pressPlay(page: Page): Promise<number> {
  return await page.evaluate(
    (timeoutMs) =>
      new Promise<number>((resolve, reject) => {
        const video = document.querySelector('video');
        const button = document.querySelector<HTMLButtonElement>('button[aria-label^="Play "]');
        if (!video || !button) return reject(new Error('there is no player'));
        setTimeout(() => reject(new Error('no frame after play')), timeoutMs);
        video.muted = true;
        const startedAt = performance.now();
        video.requestVideoFrameCallback((now) => resolve(now - startedAt));
        button.click();
      }),
    WAIT_MS,
  );
}

/**
 * Seeks during playback to an unbuffered position, and returns the milliseconds until a frame at that position
 * was presented. Returns undefined if the rest of the video is buffered.
 */
export async function seekFar(page: Page): Promise<number | undefined> {
  return await page.evaluate(
    (timeoutMs) =>
      new Promise<number | undefined>((resolve, reject) => {
        const video = document.querySelector('video');
        if (!video) return reject(new Error('there is no video'));
        setTimeout(() => reject(new Error('no frame after a seek')), timeoutMs);
        const { buffered, duration } = video;
        let bufferedEnd = 0;
        for (let range = 0; range < buffered.length; range += 1)
          bufferedEnd = Math.max(bufferedEnd, buffered.end(range));
        const target = (bufferedEnd + duration) / 2;
        if (duration - bufferedEnd < 20) return resolve(undefined);
        const startedAt = performance.now();
        const checkFrame: VideoFrameRequestCallback = (now, { mediaTime }) => {
          if (Math.abs(mediaTime - target) < 1.5) resolve(now - startedAt);
          else video.requestVideoFrameCallback(checkFrame);
        };
        video.requestVideoFrameCallback(checkFrame);
        video.currentTime = target;
      }),
    WAIT_MS,
  );
}
