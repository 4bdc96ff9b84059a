import type { Page } from '@playwright/test';
import type { Recording } from './recording.js';

/** Milliseconds of a visit that does nothing special. */
export const VISIT_MS = 40_000;
/** Milliseconds without a network while a phone changes it. */
const CHANGE_MS = 2000;

export const slider = (page: Page) => page.getByRole('slider', { name: 'Position in the video' });
export const seek = (page: Page, share: number) =>
  page.locator('video').evaluate((_, to) => {
    const input = document.querySelector<HTMLInputElement>('input.seek');
    if (!input) throw new Error('no slider');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, String(to));
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, share * 100);
export const pause = (page: Page, ms: number) => page.waitForTimeout(ms);
export const setPaused = (page: Page, isPaused: boolean) =>
  page
    .locator('video')
    .evaluate((video: HTMLVideoElement, pauses) => (pauses ? video.pause() : video.play()), isPaused);

/** Opens another tab in front of a page, and does what a browser with a screen does then, except for slower timers. */
export async function hide(page: Page): Promise<() => Promise<void>> {
  const front = await page.context().newPage();
  await front.bringToFront();
  const setVisibility = (state: 'hidden' | 'visible') =>
    page.evaluate((visibility) => {
      // Without a screen, Chromium shows pages in the background too.
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility });
      Object.defineProperty(document, 'hidden', { configurable: true, value: visibility === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await setVisibility('hidden');
  return async () => {
    await front.close();
    await setVisibility('visible');
  };
}

/** Changes the network of a phone. Connections end. */
export async function changeNetwork(
  { visitor: { context, page }, moveTo }: Recording,
  address: string,
): Promise<void> {
  await context.setOffline(true);
  await pause(page, CHANGE_MS);
  moveTo(address);
  await context.setOffline(false);
}
