/// <reference lib="dom" />
import type { Browser } from 'playwright-core';
import { fillGate } from './fill-gate.js';

const ROUNDS = 7;

/**
 * Returns the milliseconds from the click on the button of the gate to the first presented frame, by visitor.
 */
export async function firstFrames(browser: Browser, url: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await fillGate(page, url, `Visitor ${round}`);
    times.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve, reject) => {
            const deadline = setTimeout(() => reject(new Error('no frame within 30 s')), 30_000);
            const startedAt = performance.now();
            let observedVideo: HTMLVideoElement | null = null;
            const observeVideo = () => {
              const video = document.querySelector('video');
              if (video && video !== observedVideo) {
                observedVideo = video;
                // Fires when the frame is presented, not when it is decoded.
                video.requestVideoFrameCallback((now) => {
                  clearTimeout(deadline);
                  resolve(now - startedAt);
                });
              }
              requestAnimationFrame(observeVideo);
            };
            document.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
            observeVideo();
          }),
      ),
    );
    await context.close();
  }
  return times;
}
