import type { Page } from '@playwright/test';

/** Number of lines stored for each page. */
const LINES = 40;
/** Maximum length of the reported accessible content, in characters. */
const SNAPSHOT_LENGTH = 1500;
/** Timeout of the accessibility snapshot, in milliseconds; enough for a busy page. */
const SNAPSHOT_MS = 5000;

/** Collects network and console errors of a page, for the report of a failed test. */
export class PageRecord {
  private readonly lines: string[] = [];

  constructor(private readonly page: Page) {
    page.on('response', (response) => {
      if (response.status() < 400) return;
      const type = response.headers()['content-type'] ?? 'no type';
      this.add(`${response.status()} ${response.request().method()} ${response.url()} (${type})`);
    });
    page.on('requestfailed', (request) =>
      this.add(`failed ${request.method()} ${request.url()}: ${request.failure()?.errorText}`),
    );
    page.on('console', (message) => {
      if (message.type() === 'error') this.add(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.add(`error: ${error.stack ?? error}`));
  }

  /** Returns the URL of the page, its errors, and its accessible content. */
  async describe(): Promise<string> {
    const body = this.page.locator('body').ariaSnapshot({ timeout: SNAPSHOT_MS }).catch(String);
    return [this.page.url(), ...this.lines, (await body).slice(0, SNAPSHOT_LENGTH)].join('\n');
  }

  private add(line: string): void {
    this.lines.push(`${new Date().toISOString()} ${line}`);
    if (this.lines.length > LINES) this.lines.shift();
  }
}
