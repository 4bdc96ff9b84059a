/// <reference lib="dom" />
import type { Browser } from 'playwright-core';
import { fillGate } from './fill-gate.js';
import { onSlowPhone } from './slow-phone.js';

const ROUNDS = 7;

/**
 * Returns the milliseconds from the click on the button of the gate to the first moving frame on a slow phone, by
 * visitor. Presses Play as soon as the button is shown.
 */
export async function movingFrames(browser: Browser, url: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push(
      await onSlowPhone(browser, async (page) => {
        await fillGate(page, url, `Visitor ${round}`);
        return await page.evaluate(startPlayback);
      }),
    );
  }
  return times;
}

/** Runs in the page. */
function startPlayback(): Promise<number> {
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => reject(new Error('no moving frame within 60 s')), 60_000);
    const startedAt = performance.now();
    const pressPlay = () => {
      const video = document.querySelector('video');
      const button = document.querySelector<HTMLButtonElement>('button[aria-label^="Play "]');
      if (!video || !button) {
        requestAnimationFrame(pressPlay);
        return;
      }
      const onFrame: VideoFrameRequestCallback = (now, { mediaTime }) => {
        // The frame at 0 may be shown before playback starts.
        if (mediaTime === 0) {
          video.requestVideoFrameCallback(onFrame);
          return;
        }
        clearTimeout(deadline);
        resolve(now - startedAt);
      };
      video.requestVideoFrameCallback(onFrame);
      button.click();
    };
    document.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
    pressPlay();
  });
}
