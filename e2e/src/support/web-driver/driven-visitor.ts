import { until } from '@secure-preview/testing';
import { Client } from '../client.js';
import type { DrivenPage } from './driven-page.js';

/** Observations that the page stores for the test. */
interface Observed {
  pageErrors: string[];
  /** Closed shadow roots, which the protocols cannot read. */
  roots: ShadowRoot[];
}
type Role = 'button' | 'textbox' | 'checkbox' | 'link';

const WAIT = { deadlineMs: 30_000, everyMs: 100 };
/** Code points of keys (W3C WebDriver 17.4.2). */
const keys = { Tab: '\uE004', Enter: '\uE007', Space: ' ' };

/** Runs in the page: collects errors, and the shadow roots that are attached later. */
function observe(): void {
  if ('observed' in globalThis) return;
  const observed: Observed = { pageErrors: [], roots: [] };
  Object.assign(globalThis, { observed });
  const report = (what: unknown) => observed.pageErrors.push(String(what));
  // A notice of the browser, such as a late ResizeObserver, has no error.
  addEventListener('error', ({ error }) => error && report(error));
  addEventListener('unhandledrejection', ({ reason }) => report(reason));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    report(`Content Security Policy: ${violatedDirective} ${blockedURI}`),
  );
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init);
    observed.roots.push(root);
    return root;
  };
}

/** Runs in the page: scrolls to the first usable element whose name begins with `name`; returns its centre. */
function locate(role: Role, name: string): { x: number; y: number } | null {
  const selectors = {
    button: 'button',
    textbox: 'input:not([type=checkbox], [type=file]), textarea',
    checkbox: 'input[type=checkbox]',
    link: 'a[href]',
  };
  const nameOf = (element: HTMLInputElement) => {
    const label = element.labels?.[0]?.textContent;
    return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim();
  };
  for (const element of document.querySelectorAll<HTMLInputElement>(selectors[role])) {
    if (element.disabled || !element.checkVisibility() || !nameOf(element).startsWith(name)) continue;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  }
  return null;
}

/** A visitor in a browser that Playwright does not drive. */
export class DrivenVisitor {
  constructor(
    readonly page: DrivenPage,
    readonly base: string,
  ) {}

  open(path = '/'): Promise<void> {
    return this.page.open(this.base + path, observe);
  }

  /** Waits until a function in the page returns a truthy value, and returns that value. */
  wait<A extends unknown[], T>(what: string, action: (...args: A) => T, ...args: A) {
    return until(() => this.page.call(action, ...args), { ...WAIT, what });
  }

  /** Waits until the page shows this text. */
  async expectText(text: string): Promise<void> {
    // biome-ignore lint/performance/useDomNodeTextContent: only text that is rendered counts
    await this.wait(`the text ${text}`, (expected) => document.body.innerText.includes(expected), text);
  }

  async click(role: Role, name: string): Promise<void> {
    const { x, y } = await this.wait(`the ${role} ${name}`, locate, role, name);
    await this.page.perform({
      type: 'pointer',
      id: 'mouse',
      actions: [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    });
  }

  /** Types into the element that has the focus. */
  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.page.perform({ type: 'key', id: 'keyboard', actions });
  }

  press(key: keyof typeof keys): Promise<void> {
    return this.type(keys[key]);
  }

  async fill(name: string, text: string): Promise<void> {
    await this.click('textbox', name);
    await this.type(text);
  }

  /** Passes the gate with the keyboard only. */
  async enter(name: string, email: string): Promise<void> {
    await this.wait('the gate', () => document.querySelector('input[name=name]') !== null);
    await this.tabTo('input[name=name]');
    await this.type(name);
    await this.tabTo('input[name=email]');
    await this.type(email);
    await this.tabTo('input[type=checkbox]');
    await this.press('Space');
    await this.tabTo('button[type=submit]');
    await this.press('Enter');
    await this.wait('the page after the gate', () => document.querySelector('form') === null);
  }

  /** Presses play, and waits until the video has advanced by some seconds. */
  async play(seconds: number): Promise<void> {
    await this.click('button', 'Play');
    await this.wait(
      `${seconds} s of playback`,
      (minimum) => {
        const video = document.querySelector('video');
        return video !== null && video.currentTime >= minimum && video.videoWidth > 0;
      },
      seconds,
    );
  }

  /** Waits until a closed shadow tree has this text. The watermark is in one. */
  async expectWatermark(text: string): Promise<void> {
    const isShown = (expected: string) => {
      const { roots } = (globalThis as unknown as { observed: Observed }).observed;
      return roots.some(({ host, textContent }) => host.isConnected && textContent?.includes(expected));
    };
    await this.wait(`the watermark ${text}`, isShown, text);
  }

  /** Returns an HTTP client with the session of the page. */
  async client(): Promise<Client> {
    const client = new Client(this.base);
    for (const { name, value } of await this.page.cookies()) client.cookies.set(name, value);
    return client;
  }

  pageErrors(): Promise<string[]> {
    return this.page.call(() => (globalThis as unknown as { observed: Observed }).observed.pageErrors);
  }

  /** Returns the CSS pixels by which the page is wider than the window. */
  overflow(): Promise<number> {
    return this.page.call(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  }

  private async tabTo(selector: string): Promise<void> {
    for (let presses = 0; presses < 20; presses += 1) {
      if (await this.page.call((expected) => document.activeElement?.matches(expected) ?? false, selector))
        return;
      await this.press('Tab');
    }
    throw new Error(`${selector} cannot be reached with the keyboard`);
  }
}
