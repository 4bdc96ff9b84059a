/// <reference lib="dom" />
import type { Browser } from 'playwright-core';

const ROUNDS = 7;

/**
 * Returns milliseconds from the click on the gate's button to the first presented frame, for each visitor.
 */
export async function firstFrames(browser: Browser, url: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('textbox', { name: 'Full name' }).fill(`Visitor ${round}`);
    await page.getByRole('textbox', { name: 'Email address' }).fill('visitor@example.com');
    await page.getByRole('checkbox').check();
    // Visitors take longer to type than the page takes to prefetch.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('trailer-player')),
    );
    await page.waitForLoadState('networkidle');
    times.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve, reject) => {
            const deadline = setTimeout(() => reject(new Error('no picture within 30 s')), 30_000);
            const from = performance.now();
            let followed: HTMLVideoElement | null = null;
            const watch = () => {
              const video = document.querySelector('video');
              if (video && video !== followed) {
                followed = video;
                // Presented, not only decoded: the frame is in the page.
                video.requestVideoFrameCallback((now) => {
                  clearTimeout(deadline);
                  resolve(now - from);
                });
              }
              requestAnimationFrame(watch);
            };
            document.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
            watch();
          }),
      ),
    );
    await context.close();
  }
  return times;
}
