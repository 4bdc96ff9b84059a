import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { findChromium } from '@secure-preview/testing';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { UPLOAD_PASSWORD } from './portal.js';

const screenshots = resolve(import.meta.dirname, '../../../docs/screenshots');
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const DESKTOP = { viewport: { width: 1440, height: 900 } };

/** Chromium as a visitor has it, except that it has no sandbox, which containers and root do not allow. */
export async function launchBrowser(): Promise<Browser> {
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
    ],
  });
}

/** A visitor with cookies and storage of their own. What their page complains about is kept. */
export class Visitor {
  readonly complaints: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly base: string,
  ) {}

  static async arrive(
    browser: Browser,
    base: string,
    device: 'desktop' | 'phone' = 'desktop',
  ): Promise<Visitor> {
    const context = await browser.newContext({
      ...(device === 'phone' ? PHONE : DESKTOP),
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const visitor = new Visitor(context, page, base);
    page.on('pageerror', (error) => visitor.complaints.push(String(error)));
    page.on('console', (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) visitor.complaints.push(message.text());
    });
    await page.goto(base);
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

  /** Gives a file to the open upload dialog and sends it. */
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

  /** Presses play and waits until pictures have moved. */
  async watch(seconds = 1): Promise<void> {
    const { page } = this;
    await page.locator('video').waitFor();
    await page.getByRole('button', { name: /^Play/ }).first().click();
    await page.waitForFunction(
      (least) => {
        const video = document.querySelector('video');
        return video !== null && video.currentTime >= least && video.videoWidth > 0;
      },
      seconds,
      { timeout: 30_000 },
    );
  }

  /** Keeps a picture of the page for the documentation. */
  async screenshot(name: string): Promise<void> {
    mkdirSync(screenshots, { recursive: true });
    await this.page.screenshot({ path: `${screenshots}/${name}.png` });
  }

  /** What axe finds wrong with the page as it is, as `rule: elements`. */
  async accessibilityFaults(): Promise<string[]> {
    const { violations } = await new AxeBuilder({ page: this.page }).analyze();
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
  }

  leave(): Promise<void> {
    return this.context.close();
  }
}
