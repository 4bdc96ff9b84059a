import type { Page } from '@playwright/test';

/** Number of lines kept of each page. */
const LINES = 40;
/** Length up to which a page's accessible content is reported, in characters. */
const SNAPSHOT_LENGTH = 1500;
/** Time in which even a busy page describes itself, in milliseconds. */
const SNAPSHOT_MS = 5000;

/** What the network and the console of a page reported, for the report of a failed test. */
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

  /** Returns the page's address, what it reported, and its accessible content. */
  async describe(): Promise<string> {
    const body = this.page.locator('body').ariaSnapshot({ timeout: SNAPSHOT_MS }).catch(String);
    return [this.page.url(), ...this.lines, (await body).slice(0, SNAPSHOT_LENGTH)].join('\n');
  }

  private add(line: string): void {
    this.lines.push(`${new Date().toISOString()} ${line}`);
    if (this.lines.length > LINES) this.lines.shift();
  }
}
