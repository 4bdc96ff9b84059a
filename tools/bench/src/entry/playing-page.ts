/// <reference lib="dom" />
import type { Browser, Page } from 'playwright-core';
import type { VisitorClient } from './visitor-client.js';

const WAIT_MS = 60_000;

interface PlayingPage {
  readonly page: Page;
  close(): Promise<void>;
}

/** Opens the trailer as a visitor who passed the gate. @param path of the page */
export async function openPage(
  browser: Browser,
  url: string,
  visitor: VisitorClient,
  path = '/',
): Promise<PlayingPage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    reducedMotion: 'reduce',
  });
  try {
    await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url })));
    context.setDefaultTimeout(WAIT_MS);
    const page = await context.newPage();
    await page.goto(url + path);
    return { page, close: () => context.close() };
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** Likewise, and plays for a second. */
export async function openPlaying(
  browser: Browser,
  url: string,
  visitor: VisitorClient,
): Promise<PlayingPage> {
  const opened = await openPage(browser, url, visitor);
  try {
    await opened.page.getByRole('button', { name: /^Play / }).click();
    await opened.page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * Returns the Unix time in milliseconds at which the page has no video any more.
 *
 * @throws Error if it still has one after 60 s
 */
export const whenBlack = (page: Page): Promise<number> =>
  page.evaluate(
    (waitMs) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error('the picture is not black')), waitMs);
        const check = () => {
          if (document.querySelector('video')) requestAnimationFrame(check);
          else resolve(Date.now());
        };
        check();
      }),
    WAIT_MS,
  );
