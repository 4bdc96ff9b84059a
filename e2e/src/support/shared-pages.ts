import type { Browser } from '@playwright/test';
import { type Device, hasTouch, Visitor } from './browser.js';
import type { Client } from './client.js';

interface OpenedPage {
  readonly visitor: Visitor;
  readonly touch: boolean;
  readonly as: Client | undefined;
  /** Path that a test showed and left as it was. */
  shownPath: string | undefined;
}

/**
 * Pages that tests use one after another. Reloading the portal takes a fifth to a half of the processor time of a new
 * page. Open the pages in `beforeAll`: pages that a test opens are closed when the test ends.
 */
export class SharedPages {
  private constructor(private readonly opened: readonly OpenedPage[]) {}

  static async open(
    browser: Browser,
    base: string,
    clients: readonly (Client | undefined)[],
  ): Promise<SharedPages> {
    const opened: OpenedPage[] = [];
    for (const as of clients)
      for (const device of ['narrow', 'desktop'] as const) {
        const visitor = await Visitor.arrive(browser, base, { device, ...(as && { as }), path: null });
        // Each load begins with empty storage, as in a new page.
        await visitor.page.addInitScript(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
        opened.push({ visitor, touch: hasTouch(device), as, shownPath: undefined });
      }
    return new SharedPages(opened);
  }

  /** Loads a path in the window of a device. */
  async load(path: string, device: Device, as?: Client): Promise<Visitor> {
    const opened = this.find(device, as);
    opened.shownPath = undefined;
    const { visitor } = opened;
    await reset(visitor, device);
    await visitor.page.goto(visitor.base + path);
    return visitor;
  }

  /** Shows a path, loaded once for consecutive tests that leave the page as they found it. */
  async show(path: string, device: Device, as?: Client): Promise<Visitor> {
    const opened = this.find(device, as);
    if (opened.shownPath === path) await reset(opened.visitor, device);
    else await this.load(path, device, as);
    opened.shownPath = path;
    return opened.visitor;
  }

  async close(): Promise<void> {
    for (const { visitor } of this.opened) await visitor.leave();
  }

  private find(device: Device, as: Client | undefined): OpenedPage {
    const found = this.opened.find((page) => page.touch === hasTouch(device) && page.as === as);
    if (found === undefined) throw new Error('no page was opened for this client');
    return found;
  }
}

async function reset(visitor: Visitor, device: Device): Promise<void> {
  await visitor.page.unrouteAll();
  await visitor.page.emulateMedia({ media: null, forcedColors: null });
  await visitor.resize(device);
}
