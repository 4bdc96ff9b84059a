import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  BrowserType,
  Locator,
  Page,
} from '@playwright/test';
import { findChromium } from '@secure-preview/testing';
import { type AxeScope, axeViolations } from './axe.js';
import type { Client } from './client.js';
import { PageRecord } from './page-record.js';
import { UPLOAD_PASSWORD } from './portal.js';

const screenshots = resolve(import.meta.dirname, '../../../docs/screenshots');
/** The screenshots are tracked files, so a run writes them only on request. */
const updatesScreenshots = process.env['UPDATE_SCREENSHOTS'] === '1';
const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  laptop: { viewport: { width: 1280, height: 800 } },
  tablet: { viewport: { width: 768, height: 1024 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  /** The narrowest supported window (WCAG 1.4.10). */
  narrow: { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  /** A phone in landscape orientation. */
  landscape: { viewport: { width: 667, height: 320 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  /** A laptop with pages zoomed to 200 % (WCAG 1.4.4). */
  enlarged: { viewport: { width: 720, height: 400 } },
} satisfies Record<string, BrowserContextOptions>;

export type Device = keyof typeof devices;

interface Arrival {
  device?: Device;
  /** Starts with the cookies of a client that passed the gate without a browser. */
  as?: Client;
  /** Path to open; null leaves the page empty. */
  path?: string | null;
  motion?: 'reduce' | 'no-preference';
}

export const hasTouch = (device: Device): boolean => 'hasTouch' in devices[device];

/** Launches Chromium without a sandbox, which containers and root do not allow. */
export async function launchBrowser(chromium: BrowserType): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
      // Names that no name server resolves: a portal in a private network, and other sites.
      '--host-resolver-rules=MAP *.test 127.0.0.1, MAP portal.local 127.0.0.1',
    ],
  });
}

/** Visitors with an open page. */
export const openVisits = new Set<Visitor>();
/** Errors of all pages, and of their Content Security Policy. */
export const pageErrors: string[] = [];

/** A visitor with separate cookies and storage. The fixture `visits` checks the errors of the page. */
export class Visitor {
  readonly record: PageRecord;

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly base: string,
  ) {
    this.record = new PageRecord(page);
  }

  static async arrive(
    browser: Browser,
    base: string,
    arrival: Device | Arrival = 'desktop',
  ): Promise<Visitor> {
    const {
      device = 'desktop',
      as,
      path = '/',
      motion = 'reduce',
    } = typeof arrival === 'string' ? { device: arrival } : arrival;
    const context = await browser.newContext({ ...devices[device], reducedMotion: motion });
    if (as) await context.addCookies([...as.cookies].map(([name, value]) => ({ name, value, url: base })));
    const page = await context.newPage();
    const visitor = new Visitor(context, page, base);
    openVisits.add(visitor);
    page.on('pageerror', (error) => pageErrors.push(String(error)));
    page.on('console', (message) => {
      if (
        /Content Security Policy|Refused to (load|apply|execute|run|connect|frame|create)/.test(
          message.text(),
        )
      )
        pageErrors.push(message.text());
    });
    if (path !== null) await page.goto(base + path);
    return visitor;
  }

  /** Passes the gate. */
  async enter(name: string, email = 'visitor@example.com'): Promise<void> {
    const { page } = this;
    await page.getByRole('textbox', { name: 'Full name' }).fill(name);
    await page.getByRole('textbox', { name: 'Email address' }).fill(email);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Access Trailer' }).click();
    await page.getByRole('button', { name: 'Exit' }).waitFor();
  }

  /** Opens the upload page with its password. */
  async openUploadPage(): Promise<void> {
    const { page } = this;
    await page.goto(`${this.base}/upload`);
    await page.getByLabel('Upload password', { exact: true }).fill(UPLOAD_PASSWORD);
    await page.getByRole('button', { name: 'Access Upload Page' }).click();
    await page.getByRole('heading', { name: 'Admin Upload' }).waitFor();
  }

  /** Chooses a file in the open upload dialog and sends it. */
  async sendFile(file: string): Promise<void> {
    const { page } = this;
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await dialog.locator('input[type=file]').first().setInputFiles(file);
    await dialog
      .getByRole('button', { name: /^Upload/ })
      .last()
      .click();
  }

  /** Presses play, and waits until `seconds` have played. */
  async watch(seconds = 1): Promise<void> {
    const { page } = this;
    await page.locator('video').waitFor();
    await page.getByRole('button', { name: /^Play/ }).first().click();
    await page.waitForFunction(
      (minimum) => {
        const video = document.querySelector('video');
        return video !== null && video.currentTime >= minimum && video.videoWidth > 0;
      },
      seconds,
      { timeout: 60_000 },
    );
  }

  /** Slows the video, so it does not end during a test, even on a busy machine. */
  async slowDown(rate = 0.1): Promise<void> {
    await this.page.locator('video').evaluate((video: HTMLVideoElement, expected) => {
      // Attaching a source resets the rate to the element's default.
      video.defaultPlaybackRate = expected;
      video.playbackRate = expected;
    }, rate);
  }

  /** Updates a screenshot in the documentation, if the run updates screenshots. */
  async screenshot(name: string): Promise<void> {
    if (!updatesScreenshots) return;
    mkdirSync(screenshots, { recursive: true });
    await this.page.screenshot({ path: `${screenshots}/${name}.png` });
  }

  /** Updates a smaller screenshot, for the many states of a screen. */
  async snapshot(name: string): Promise<void> {
    if (!updatesScreenshots) return;
    const folder = `${screenshots}/states`;
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: `${folder}/${name}.jpg`, type: 'jpeg', quality: 60, scale: 'css' });
  }

  /** Returns axe's findings for the page, as `rule: elements`. */
  async accessibilityViolations(scope: AxeScope = {}): Promise<string[]> {
    // Text that is still fading in does not have its final contrast.
    await this.page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
          .map((animation) => animation.finished),
      ),
    );
    return axeViolations(this.page, scope);
  }

  /** Returns the toast with this title, of any variant. */
  toast(title: string): Locator {
    return this.page.locator('[data-variant][data-state=open]', {
      has: this.page.getByText(title, { exact: true }),
    });
  }

  /**
   * Waits for a toast with this sentence. Checks every frame in the page, because some toasts close soon.
   */
  async expectToast(title: string, sentence = '', variant?: 'default' | 'destructive'): Promise<void> {
    const selector = `[data-variant${variant ? `=${variant}` : ''}][data-state=open]`;
    await this.page.waitForFunction(
      ([open, ...words]) =>
        [...document.querySelectorAll(open)].some(
          (toast) => toast.checkVisibility() && words.every((word) => toast.textContent?.includes(word)),
        ),
      [selector, title, sentence] as const,
      { timeout: 60_000 },
    );
  }

  /** Dismisses the current toast, if there is one. */
  async dismissToast(): Promise<void> {
    const dismiss = this.page.getByRole('button', { name: 'Dismiss notification' });
    // Clicks by script: the toast may close before a pointer arrives.
    await dismiss.evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLElement).click();
    });
    await dismiss.waitFor({ state: 'detached' });
  }

  /** Resizes the window to another device. Touch support does not change. */
  async resize(device: Device): Promise<void> {
    await this.page.setViewportSize(devices[device].viewport);
  }

  /** Waits until the page has this title. */
  async expectTitle(title: string): Promise<void> {
    await this.page.waitForFunction((expected) => document.title === expected, title);
  }

  /** Returns the CSS pixels by which the page is wider than the window. */
  overflow(): Promise<number> {
    return this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  }

  /**
   * Returns the texts that are cut off: outside the window, outside an element that hides its overflow or a button, or
   * longer than an input.
   */
  cutTexts(): Promise<string[]> {
    return this.page.evaluate(() => {
      const cut: string[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent?.trim() ?? '';
        const parent = node.parentElement;
        if (text === '' || !parent?.checkVisibility() || parent.closest('.sr-only, option, script, style'))
          continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        const isOutside = (box: DOMRect) =>
          left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1;
        // What an element scrolls may be out of sight.
        const holds = (element: Element) =>
          element.matches('button, a') || getComputedStyle(element).overflowX !== 'visible';
        let container: Element | null = parent;
        while (container && container !== document.body && !holds(container))
          container = container.parentElement;
        const { overflowX, overflowY } = getComputedStyle(container ?? document.body);
        const scrolls = [overflowX, overflowY].some(
          (overflow) => overflow === 'auto' || overflow === 'scroll',
        );
        const isCut =
          left < -1 ||
          right > document.documentElement.clientWidth + 1 ||
          (container !== null &&
            container !== document.body &&
            !scrolls &&
            isOutside(container.getBoundingClientRect()));
        if (isCut) cut.push(text);
      }
      for (const input of document.querySelectorAll('input')) {
        if (input.checkVisibility() && input.scrollWidth > input.clientWidth + 1)
          cut.push(input.value || input.placeholder);
      }
      return cut;
    });
  }

  /**
   * Returns whether a text is on the page as text, and each of its parts is drawn to the right of the one before it, or
   * in the next line. The parts of a string are its characters. A part has one direction.
   */
  isDrawnLeftToRight(parts: string | readonly string[]): Promise<boolean> {
    return this.page.evaluate(
      (wantedParts) => {
        const wanted = wantedParts.join('');
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        let isFound = false;
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const start = node.textContent?.indexOf(wanted) ?? -1;
          if (start < 0 || !node.parentElement?.checkVisibility()) continue;
          isFound = true;
          let end = start;
          const boxes = wantedParts.map((part) => {
            const range = document.createRange();
            range.setStart(node, end);
            end += part.length;
            range.setEnd(node, end);
            return range.getBoundingClientRect();
          });
          const follows = boxes.every(({ left, top, bottom }, index) => {
            const before = boxes[index - 1];
            // Fonts of different scripts have boxes of different heights in one line.
            const isNextLine = before !== undefined && (top + bottom) / 2 > before.bottom;
            return before === undefined || isNextLine || Math.abs(left - before.right) < 1;
          });
          if (!follows) return false;
        }
        return isFound;
      },
      [...parts],
    );
  }

  async leave(): Promise<void> {
    openVisits.delete(this);
    // Requests that a test still holds need no response.
    if (!this.page.isClosed()) await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.context.close();
  }
}
