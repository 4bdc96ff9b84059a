/// <reference lib="dom" />
import type { PlayedRange } from '@secure-preview/contracts';
import type { CDPSession, Page } from 'playwright-core';
import { LENGTH } from './scripts.js';

/** Milliseconds for a part of the video on a slow line. */
const PLAY_MS = 120_000;

/** A tab with the trailer, which records what it plays. */
export class WatchingTab {
  /** Position at which the present play began; undefined while it is paused. */
  private playsFrom: number | undefined;

  private constructor(
    readonly page: Page,
    private readonly devTools: CDPSession,
    /** Receives each play when it ends. */
    private readonly plays: PlayedRange[],
  ) {}

  static async open(page: Page, url: string, plays: PlayedRange[]): Promise<WatchingTab> {
    const devTools = await page.context().newCDPSession(page);
    await page.goto(url);
    const tab = new WatchingTab(page, devTools, plays);
    await tab.waitForVideo();
    return tab;
  }

  /** Plays up to a position, and does not pause there. */
  async play(to: number): Promise<void> {
    this.playsFrom ??= await this.position();
    await this.page.evaluate(
      async ([target, deadlineMs]) => {
        const video = document.querySelector('video');
        if (!video) throw new Error('there is no video');
        if (video.paused) {
          // The first play is that of a visitor. The button of a paused player may be hidden.
          const button = document.querySelector<HTMLButtonElement>('button[aria-label^="Play "]');
          if (button) button.click();
          else await video.play();
        }
        const end = performance.now() + deadlineMs;
        while (video.currentTime < target && !video.ended) {
          if (performance.now() > end) throw new Error(`the position ${target} was not reached`);
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      },
      [Math.min(to, LENGTH), PLAY_MS] as const,
    );
  }

  async pause(): Promise<void> {
    this.endPlay(
      await this.page.evaluate(() => {
        const video = document.querySelector('video');
        video?.pause();
        return video?.currentTime ?? Number.NaN;
      }),
    );
  }

  /** Seeks, by the player's keys or to a position. */
  async seek(by: number | 'ArrowRight' | 'ArrowLeft'): Promise<void> {
    const wasPlaying = this.playsFrom !== undefined;
    const { before, after } = await this.page.evaluate(
      (target) =>
        new Promise<{ before: number; after: number }>((resolve, reject) => {
          const video = document.querySelector('video');
          if (!video) return reject(new Error('there is no video'));
          const before = video.currentTime;
          video.addEventListener('seeking', () => resolve({ before, after: video.currentTime }), {
            once: true,
          });
          if (typeof target === 'number') video.currentTime = target;
          else
            document
              .querySelector('.player')
              ?.dispatchEvent(new KeyboardEvent('keydown', { key: target, bubbles: true }));
        }),
      by,
    );
    if (!wasPlaying) return;
    this.endPlay(before);
    this.playsFrom = after;
  }

  /** Does what a browser does when the page is hidden or shown again, except for slower timers. */
  async setVisibility(state: 'hidden' | 'visible'): Promise<void> {
    await this.page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility });
      Object.defineProperty(document, 'hidden', { configurable: true, value: visibility === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  }

  /** @param kilobytesPerSecond of both directions; -1 for no limit */
  async limitLine(kilobytesPerSecond: number): Promise<void> {
    const bytes = kilobytesPerSecond > 0 ? kilobytesPerSecond * 1000 : -1;
    await this.devTools.send('Network.enable');
    await this.devTools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    });
  }

  async reload(): Promise<void> {
    await this.endPlayNow();
    await this.page.reload();
    await this.waitForVideo();
  }

  /** Ends the visit in this tab. */
  async end(how: 'close' | 'leave' | 'exit' | 'crash'): Promise<void> {
    if (how === 'exit') {
      this.endPlay(await this.exit());
      return;
    }
    await this.endPlayNow();
    if (how === 'close') {
      const closed = this.page.waitForEvent('close');
      await this.page.close({ runBeforeUnload: true });
      await closed;
    }
    if (how === 'leave') await this.page.goto('about:blank');
    if (how === 'crash') {
      const crashed = this.page.waitForEvent('crash');
      // A crashed page does not respond.
      this.devTools.send('Page.crash').catch(() => undefined);
      await crashed;
    }
  }

  /** Presses Exit at once: Playwright waits until a button has stopped moving. Returns the position. */
  private exit(): Promise<number> {
    return this.page.evaluate(() => {
      const button = [...document.querySelectorAll('button')].find(
        (one) => one.textContent?.trim() === 'Exit',
      );
      if (!button) throw new Error('there is no button to exit');
      const position = document.querySelector('video')?.currentTime ?? Number.NaN;
      button.click();
      return position;
    });
  }

  private async waitForVideo(): Promise<void> {
    await this.page.locator('video').waitFor();
    await this.page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1);
  }

  private position(): Promise<number> {
    return this.page.evaluate(() => document.querySelector('video')?.currentTime ?? Number.NaN);
  }

  private async endPlayNow(): Promise<void> {
    if (this.playsFrom !== undefined) this.endPlay(await this.position());
  }

  private endPlay(to: number): void {
    if (this.playsFrom !== undefined) this.plays.push([this.playsFrom, Math.max(to, this.playsFrom)]);
    this.playsFrom = undefined;
  }
}
