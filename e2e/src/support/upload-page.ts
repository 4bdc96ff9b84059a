import type { Locator, Page } from '@playwright/test';
import type { Visitor } from './browser.js';

/** A response of a portal with an unavailable service. */
export const unavailableResponse = {
  status: 503,
  json: {
    message: 'Try again in a moment',
    code: 'SERVICE_UNAVAILABLE',
    params: {},
    statusCode: 503,
    requestId: 'r',
  },
};

/** Drives the upload page as an administrator. */
export class UploadPage {
  readonly page: Page;

  constructor(readonly visitor: Visitor) {
    this.page = visitor.page;
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: /press Escape to close/ });
  }

  async openVideoDialog(title: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Trailer Title' }).fill(title);
    await this.button('Select & Upload Video').click();
    await this.dialog.waitFor();
  }

  async openPosterDialog(): Promise<void> {
    await this.button('Select & Upload Poster').click();
    await this.dialog.waitFor();
  }

  /** Chooses a file in the open dialog without sending it. */
  choose(file: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
    return this.dialog.locator('input[type=file]').first().setInputFiles(file);
  }

  /** Waits until a button has the focus. */
  async focused(name: string): Promise<void> {
    await this.page.locator(':focus').and(this.button(name)).waitFor();
  }

  /** Waits until a button is enabled. */
  async ready(name: string): Promise<void> {
    await this.button(name).and(this.page.locator(':enabled')).waitFor();
  }

  /** Waits for an error toast with this sentence. */
  async expectErrorToast(title: string, sentence: string): Promise<void> {
    await this.visitor.expectToast(title, sentence, 'destructive');
  }

  expectHome(): Promise<void> {
    return this.page.waitForURL(`${this.visitor.base}/`);
  }
}
