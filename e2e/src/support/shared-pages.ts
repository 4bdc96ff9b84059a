import type { Browser } from '@playwright/test';
import { type Device, hasTouch, Visitor } from './browser.js';
import type { Client } from './client.js';

/**
 * Pages that tests use one after another. Reloading the portal takes a fifth to a half of the processor time of a new
 * page. Open the pages in `beforeAll`: pages that a test opens are closed when the test ends.
 */
export class SharedPages {
  private constructor(
    private readonly opened: readonly { visitor: Visitor; touch: boolean; as: Client | undefined }[],
  ) {}

  /**
   * Opens a page with touch and a page without touch for each client. An undefined client means a visitor who has
   * not passed the gate.
   */
  static async open(
    browser: Browser,
    base: string,
    clients: readonly (Client | undefined)[],
  ): Promise<SharedPages> {
    const opened = [];
    for (const as of clients)
      for (const device of ['narrow', 'desktop'] as const) {
        const visitor = await Visitor.arrive(browser, base, { device, ...(as && { as }), path: null });
        // Each load begins with empty storage, as in a new page.
        await visitor.page.addInitScript(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
        opened.push({ visitor, touch: hasTouch(device), as });
      }
    return new SharedPages(opened);
  }

  /** Loads a path in the window of a device. */
  async load(path: string, device: Device, as?: Client): Promise<Visitor> {
    const found = this.opened.find((page) => page.touch === hasTouch(device) && page.as === as);
    if (found === undefined) throw new Error('no page was opened for this client');
    const { visitor } = found;
    await visitor.page.unrouteAll();
    await visitor.page.emulateMedia({ media: null, forcedColors: null });
    await visitor.resize(device);
    await visitor.page.goto(visitor.base + path);
    return visitor;
  }

  async close(): Promise<void> {
    for (const { visitor } of this.opened) await visitor.leave();
  }
}
