import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { Visitor } from '../support/browser.js';
import { enterAsUploader, enterAsViewer } from '../support/client.js';
import { offerLanguages } from '../support/offer-languages.js';
import type { TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

let portal: TestPortal;
let browser: Browser;
let visitor: Visitor;
let page: Page;

const arrive = async (
  ...[arrival]: Parameters<typeof Visitor.arrive> extends [unknown, unknown, ...infer R] ? R : never
) => {
  visitor = await Visitor.arrive(browser, portal.url, arrival);
  page = visitor.page;
};
const field = (name: string) => page.getByRole('textbox', { name });
const submit = () => page.getByRole('button', { name: 'Access Trailer' });
async function fillIn(name = 'Nadia Kováč', email = 'nadia@example.com'): Promise<void> {
  await field('Full name').fill(name);
  await field('Email address').fill(email);
  await page.getByRole('checkbox').check();
}

/** Holds matching requests until they are released, like a slow network. */
async function hold(address: string) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.fallback();
  });
  const arrived = async () => {
    const response = page.waitForResponse(address);
    release();
    await (await response).finished();
  };
  return { release, arrived };
}

/** Waits until the page has been drawn, so that its layout shifts are known. */
const twoFrames = () =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

test.beforeAll(async ({ portal: sharedPortal, browser: sharedBrowser, files }) => {
  portal = sharedPortal;
  browser = sharedBrowser;
  await publishTrailer(portal.url, { title: 'Perihelion', video: files.video('mp4', 3) });
});

test.describe('the gate', () => {
  test('loads hls.js when the visitor starts the form, but not before', async () => {
    await arrive('narrow');
    const requested = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/hls-')),
      );
    await page.waitForLoadState('networkidle');
    expect(await requested()).toBe(false);
    await page.getByRole('textbox', { name: 'Full name' }).focus();
    await expect.poll(requested).toBe(true);
  });

  for (const languages of [['en'], ['en', 'de']]) {
    test(`shifts no layout when scripts, configuration and font arrive late, languages: ${languages}`, async () => {
      await arrive('narrow');
      await offerLanguages(page, languages);
      const scripts = await hold('**/assets/*.js');
      const config = await hold('**/api/config');
      const font = await hold('**/*.woff2');
      await page.addInitScript(() => {
        const values: number[] = [];
        const collect = (entries: PerformanceEntryList) => {
          for (const entry of entries) values.push((entry as PerformanceEntry & { value: number }).value);
        };
        const observer = new PerformanceObserver((list) => collect(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        const layoutShifts = () => {
          collect(observer.takeRecords());
          return values;
        };
        Object.assign(globalThis, { layoutShifts });
      });
      await page.reload({ waitUntil: 'commit' });
      await twoFrames();
      scripts.release();
      await expect(submit()).toBeVisible();
      await twoFrames();
      await config.arrived();
      await expect(page.locator('select')).toHaveCount(languages.length > 1 ? 1 : 0);
      await twoFrames();
      await font.arrived();
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      await twoFrames();
      const shifts = () => (globalThis as unknown as { layoutShifts: () => number[] }).layoutShifts();
      expect(await page.evaluate(shifts)).toEqual([]);
    });
  }

  test('moves nothing on phones when a toast appears, when the visitor scrolls, and when it closes', async () => {
    await arrive('narrow');
    await fillIn();
    const box = page.getByRole('checkbox');
    await box.uncheck();
    const top = () => box.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    /** Returns the height of the space above the page. */
    const space = () => page.locator('header').evaluate((header: HTMLElement) => header.offsetTop);
    await submit().scrollIntoViewIfNeeded();
    const initialTop = await top();
    await submit().click();
    await expect(visitor.toast('Terms Required')).toBeVisible();
    await expect.poll(space).toBeGreaterThan(100);
    expect(await top()).toBe(initialTop);
    await page.evaluate(() => scrollBy(0, 50));
    await twoFrames();
    expect(await top()).toBe(initialTop - 50);
    await visitor.dismissToast();
    await expect.poll(space).toBe(0);
    expect(await top()).toBe(initialTop - 50);
  });

  for (const motion of ['reduce', 'no-preference'] as const) {
    test(`keeps the headline free of stars on phones, motion: ${motion}`, async () => {
      await arrive({ device: 'narrow', motion });
      await page.waitForFunction(
        () =>
          document.querySelector('.scene canvas') &&
          document.getAnimations().every(({ playState }) => playState !== 'running'),
      );
      await page.locator('h1').evaluate((headline) => {
        headline.style.color = 'transparent';
      });
      // The background of the headline's letters is one dark colour.
      const screenshot = (await page.locator('h1').screenshot()).toString('base64');
      const brightest = await page.evaluate(async (png) => {
        const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
        if (!context) throw new Error('no canvas');
        context.drawImage(bitmap, 0, 0);
        const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
        return data.reduce(
          (maximum, value, index) => (index % 4 === 3 ? maximum : Math.max(maximum, value)),
          0,
        );
      }, screenshot);
      expect(brightest).toBeLessThan(40);
    });
  }

  test('keeps the brand free of toasts on phones, and offers a touch icon', async () => {
    await arrive('narrow');
    await field('Full name').fill('Nadia');
    await field('Email address').fill('nadia@example.com');
    await submit().click();
    const toast = visitor.toast('Terms Required');
    await expect(toast).toBeVisible();
    await page.evaluate(() => scrollTo(0, 0));
    const bottomOf = async () => (await toast.boundingBox().then((box) => box && box.y + box.height)) ?? 0;
    const brandTop = async () => (await page.getByText('Secure Preview').first().boundingBox())?.y ?? 0;
    expect(await bottomOf()).toBeGreaterThan(0);
    await expect.poll(async () => (await brandTop()) >= (await bottomOf())).toBe(true);

    const icon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
    const answer = await page.request.get(new URL(icon ?? '', portal.url).href);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png']);
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
    expect(await page.locator('meta[property^="og:"]').count()).toBe(0);
  });

  test('keeps the header and the player of the trailer page free of toasts on phones', async () => {
    const uploader = await enterAsUploader(portal.url);
    await arrive({ device: 'narrow', as: uploader, path: '/upload' });
    await page.getByPlaceholder('Enter trailer description text...').fill('Out of the orbit of the sun.');
    await page.getByRole('button', { name: 'Save & Preview' }).click();
    await expect(page.getByRole('button', { name: 'Play Perihelion' })).toBeVisible();
    const toast = visitor.toast('Success');
    // The pointer keeps the toast from closing.
    await toast.hover();
    await page.evaluate(() => scrollTo(0, 0));
    const clear = async () => {
      const card = await toast.boundingBox();
      const controls = await page.getByRole('button', { name: /^(Exit|Play Perihelion)$/ }).all();
      const boxes = await Promise.all(controls.map((control) => control.boundingBox()));
      return boxes.map(
        (box) => box && card && (box.y + box.height <= card.y || box.y >= card.y + card.height),
      );
    };
    await expect.poll(clear).toEqual([true, true]);
    expect(await visitor.overflow()).toBe(0);
  });

  for (const device of ['desktop', 'narrow'] as const) {
    test(`names every error at its field and sends nothing, ${device}`, async () => {
      await arrive(device);
      await expect(submit()).toBeVisible();
      await visitor.expectTitle('Access Exclusive Preview · Secure Preview');
      expect(await page.locator('html').getAttribute('lang')).toBe('en');
      expect(await visitor.overflow()).toBe(0);
      expect(await visitor.accessibilityViolations()).toEqual([]);

      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.url()));
      await submit().click();
      await visitor.expectToast('Terms Required', 'Please accept the Terms of Agreement to continue');
      for (const sentence of [
        'Name is required',
        'Please enter a valid email address',
        'You must accept the terms to continue',
      ]) {
        await expect(page.getByText(sentence, { exact: true })).toBeVisible();
      }
      await expect(page.locator('[name=name]:focus')).toBeVisible();
      expect(await visitor.overflow()).toBe(0);
      expect(await visitor.accessibilityViolations()).toEqual([]);
      expect(sent.filter((url) => url.includes('lead-capture'))).toEqual([]);

      await field('Full name').fill('N');
      await expect(page.getByText('Name is required')).toHaveCount(0);
    });
  }

  test('shows the terms in a dialog that the keyboard opens, scrolls and closes', async () => {
    await arrive();
    await page.getByRole('button', { name: 'Terms of Agreement' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Terms of Agreement for Trailer Viewing' });
    await expect(
      dialog.getByText('Please read these terms carefully before accessing the trailer'),
    ).toBeVisible();
    await expect(dialog.getByText('October 2025')).toBeVisible();
    await expect(dialog.getByText('you must tick the acceptance box')).toBeVisible();
    await expect(dialog.getByText('All access is logged and monitored')).toBeVisible();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    const text = page.getByRole('region', { name: 'Terms text' });
    await text.focus();
    await page.keyboard.press('End');
    await page.waitForFunction(() => (document.querySelector('dialog section')?.scrollTop ?? 0) > 0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.locator(':focus')).toHaveText('Terms of Agreement');
    await expect(page.getByRole('checkbox')).not.toBeChecked();
  });

  test('shows Processing... on its button while it waits, then admits names in any script', async () => {
    await arrive();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/auth/lead-capture', async (route) => {
      await released;
      await route.continue();
    });
    await fillIn('王 小明 ‎عمر', 'josé@bücher.example');
    await submit().click();
    const pending = page.getByRole('button', { name: 'Processing...' });
    await expect(pending).toBeVisible();
    await expect(pending).toBeDisabled();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    release();
    await expect(page.getByRole('button', { name: 'Exit' })).toBeVisible();
  });

  for (const [what, response, sentence] of [
    [
      'the message of the server',
      {
        status: 429,
        json: {
          message: 'Too many requests. Please try again later',
          code: 'TOO_MANY_REQUESTS',
          params: {},
          statusCode: 429,
          requestId: 'r',
        },
      },
      'Too many requests. Please try again later',
    ],
    ['a general message', { status: 502, body: '<html>Bad gateway</html>' }, 'Failed to submit information'],
  ] as const) {
    test(`shows ${what} after a rejection, and keeps the form input`, async () => {
      await arrive('phone');
      await page.route('**/api/auth/lead-capture', (route) => route.fulfill(response));
      await fillIn();
      await submit().click();
      const toast = visitor.toast('Error');
      await expect(toast.getByText(sentence)).toBeVisible();
      // The pointer keeps the toast from closing.
      await toast.hover();
      expect(await toast.getAttribute('data-variant')).toBe('destructive');
      // On phones toasts appear at the top.
      expect((await toast.boundingBox())?.y).toBeLessThan(60);
      await expect(field('Full name')).toHaveValue('Nadia Kováč');
      expect(await visitor.accessibilityViolations()).toEqual([]);
    });
  }
});

test.describe('without a connection', () => {
  /** Waits until the idle page has prefetched the files and the configuration that it needs later. */
  const fetchedAhead = () =>
    page.waitForFunction(() => {
      const files = performance.getEntriesByType('resource').map(({ name }) => name);
      return ['toast-list', 'terms-dialog', '/api/config'].every((part) =>
        files.some((file) => file.includes(part)),
      );
    });

  test('keeps the page, reports the failure, shows the terms and keeps the form input', async () => {
    await arrive();
    await fetchedAhead();
    await fillIn();
    await visitor.context.setOffline(true);
    await submit().click();
    await visitor.expectToast('Error', 'Failed to submit information');
    await page.getByRole('button', { name: 'Terms of Agreement' }).click();
    await expect(page.getByRole('dialog').getByText('October 2025')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(field('Full name')).toHaveValue('Nadia Kováč');
    await visitor.context.setOffline(false);
    await submit().click();
    await expect(page.getByRole('button', { name: 'Exit' })).toBeVisible();
  });
});

test.describe('a component that fails to load', () => {
  const withoutFile = async (file: string) => {
    await arrive({ path: null });
    await page.route(`**/assets/${file}*.js*`, (route) => route.fulfill({ status: 503, body: '' }));
  };
  const loads = () => {
    const count = { documents: 0 };
    page.on('request', (request) => {
      if (request.isNavigationRequest()) count.documents += 1;
    });
    return count;
  };

  test('is replaced by plain text if it shows toasts, and is loaded with the next toast', async () => {
    await withoutFile('toast-list');
    const count = loads();
    await page.goto(portal.url);
    await submit().click();
    await expect(
      page.getByRole('alert').getByText('Please accept the Terms of Agreement to continue'),
    ).toBeVisible();
    await expect(submit()).toBeVisible();
    await page.unroute('**/assets/toast-list*.js*');
    await submit().click();
    await expect(visitor.toast('Terms Required')).toBeVisible();
    expect(count.documents).toBe(1);
  });

  test('is replaced by an error if it shows the terms, and is loaded on the next attempt', async () => {
    await withoutFile('terms-dialog');
    const count = loads();
    await page.goto(portal.url);
    await fillIn();
    const terms = page.getByRole('button', { name: 'Terms of Agreement' });
    await terms.click();
    await expect(page.getByRole('alert').getByText('The terms could not be loaded.')).toBeVisible();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await page.unroute('**/assets/terms-dialog*.js*');
    await terms.click();
    await expect(page.getByRole('dialog').getByText('October 2025')).toBeVisible();
    await expect(field('Full name')).toHaveValue('Nadia Kováč');
    expect(count.documents).toBe(1);
  });

  test('can be retried if it is a whole screen', async () => {
    await withoutFile('admin-area');
    await page.goto(`${portal.url}/upload`);
    await expect(page.getByRole('heading', { name: 'Part of the page could not be loaded' })).toBeVisible();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await page.unroute('**/assets/admin-area*.js*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Authentication Required' })).toBeVisible();
  });

  test('is loaded by a page reload on the second attempt, if other components depend on it', async () => {
    await withoutFile('ui-');
    await page.goto(`${portal.url}/upload`);
    await expect(page.getByRole('heading', { name: 'Part of the page could not be loaded' })).toBeVisible();
    await page.unroute('**/assets/ui-*.js*');
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.click();
    // Some browsers request such a file again by themselves.
    const opened = page.getByRole('heading', { name: 'Authentication Required' });
    await expect(retry.or(opened)).toBeVisible();
    if (await retry.isVisible()) await retry.click();
    await expect(opened).toBeVisible();
  });

  test('reloads the page once when the portal now serves another build', async () => {
    await withoutFile('terms-dialog');
    const count = loads();
    // Matches only requests of the page itself, not document loads of the browser.
    await page.route(`${portal.url}/`, async (route) => {
      if (route.request().isNavigationRequest()) return route.continue();
      const response = await route.fetch();
      const body = (await response.text()).replace(/assets\/index-[\w-]+\.js/, 'assets/index-another.js');
      await route.fulfill({ response, body });
    });
    await page.goto(portal.url);
    await page.waitForFunction(() =>
      performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload'),
    );
    await page.getByRole('button', { name: 'Terms of Agreement' }).click();
    await expect(page.getByRole('alert').getByText('The terms could not be loaded.')).toBeVisible();
    expect(count.documents).toBe(2);
  });
});

test.describe('toasts', () => {
  test('appear at the bottom right with at most 420 px, get the focus on F8, and are dismissed by a swipe', async () => {
    await arrive();
    await submit().click();
    const toast = visitor.toast('Terms Required');
    await expect(toast).toBeVisible();
    // The focus keeps the toast from closing.
    await page.keyboard.press('F8');
    await expect(page.locator('ol:focus')).toBeVisible();
    const box = await page.getByRole('region', { name: 'Notifications (F8)' }).locator('ol').boundingBox();
    if (!box) throw new Error('no toasts are shown');
    expect(box.width).toBe(420);
    expect([box.x + box.width, box.y + box.height]).toEqual([1440, 900]);
    const card = await toast.boundingBox();
    if (!card) throw new Error('the toast has closed');
    await page.mouse.move(card.x + 60, card.y + 20);
    await page.mouse.down();
    await page.mouse.move(card.x + 140, card.y + 20, { steps: 6 });
    await page.mouse.up();
    await expect(toast).toHaveCount(0);
  });
});

test.describe('with the keyboard alone', () => {
  test('a visitor enters, plays the trailer and leaves', async () => {
    await arrive();
    await expect(submit()).toBeVisible();
    const { keyboard } = page;
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      );
    const tabTo = async (name: RegExp) => {
      for (let step = 0; step < 20; step++) {
        if (name.test(await focused())) return;
        await keyboard.press('Tab');
      }
      throw new Error(`Tab never reached ${name}`);
    };
    await keyboard.press('Tab');
    await keyboard.type('Keyboard Only');
    await keyboard.press('Tab');
    await keyboard.type('keys@example.com');
    await keyboard.press('Tab');
    await keyboard.press('Space');
    await keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Exit' })).toBeVisible();
    await expect(page.locator('video')).toBeVisible();
    await page.waitForFunction(() => document.activeElement?.tagName === 'MAIN');
    await visitor.expectTitle('Perihelion · Secure Preview');

    await tabTo(/^Play Perihelion$/);
    await keyboard.press('Enter');
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.3);
    // Focus stays in the player, and its keys work there.
    await keyboard.press('m');
    await page.waitForFunction(() => document.querySelector('video')?.muted);
    await keyboard.press('Space');
    await page.waitForFunction(() => document.querySelector('video')?.paused);
    await page.getByRole('button', { name: 'Exit' }).focus();
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Access Exclusive Preview' })).toBeVisible();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  });
});

test.describe('a session', () => {
  for (const [what, address, plays] of [
    ['the report to the access log', '**/api/access-log', false],
    ['the start of the viewing', '**/api/viewing-session', true],
  ] as const) {
    test(`ends at the gate with a message when it has expired before ${what}`, async () => {
      const viewer = await enterAsViewer(portal.url);
      await arrive({ as: viewer, path: null });
      // The session is ended just before this call.
      await page.route(address, async (route) => {
        await viewer.copy().post('/api/auth/logout');
        await route.continue();
      });
      await page.goto(portal.url);
      if (plays)
        await page
          .getByRole('button', { name: /^Play / })
          .first()
          .click();
      await visitor.expectToast('Session Expired', 'Please enter the access code again.');
      await expect(page.getByRole('heading', { name: 'Access Exclusive Preview' })).toBeVisible();
    });
  }

  test('continues when the sign-out fails, which only the console reports', async () => {
    await arrive({ as: await enterAsViewer(portal.url) });
    await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 503, body: '' }));
    const reported = page.waitForEvent('console', (message) => message.text().startsWith('Logout failed'));
    await page.getByRole('button', { name: 'Exit' }).click();
    await reported;
    expect(await page.locator('[data-variant]').count()).toBe(0);
    await expect(page.getByRole('button', { name: 'Exit' })).toBeVisible();
  });

  test('is logged once when the visitor returns to the screen', async () => {
    await arrive({ as: await enterAsViewer(portal.url), path: null });
    let logged = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/access-log')) logged += 1;
    });
    await page.goto(`${portal.url}/nowhere`);
    const first = page.waitForRequest('**/api/access-log');
    await page.getByRole('link').click();
    await first;
    await expect(page.getByRole('heading', { name: 'Perihelion' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
    await page.goForward();
    await expect(page.getByRole('heading', { name: 'Perihelion' })).toBeVisible();
    expect(logged).toBe(1);
  });
});

test.describe('another site, where the portal has no HTTPS', () => {
  let foreignSite: Server;
  /** Returns a URL that browsers do not trust, because it has no HTTPS. They send it no Sec-Fetch-Site. */
  const urlFor = (name: string) => portal.url.replace('127.0.0.1', name);
  const addressOf = (path: string) =>
    `http://elsewhere.test:${(foreignSite.address() as AddressInfo).port}${path}`;

  test.beforeAll(async () => {
    foreignSite = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<a href="${urlFor('portal.local')}/api/logout">See the trailer</a>`);
    }).listen(0, '127.0.0.1');
    await once(foreignSite, 'listening');
  });
  test.afterAll(() => {
    foreignSite.closeAllConnections();
    foreignSite.close();
  });

  test('cannot end a session, while the sign-out link of the portal can, also in a new tab', async () => {
    visitor = await Visitor.arrive(browser, urlFor('portal.local'), {
      as: await enterAsUploader(portal.url),
      path: null,
    });
    page = visitor.page;
    await page.goto(addressOf('/'));
    await page.getByRole('link').click();
    await page.waitForURL(`${urlFor('portal.local')}/`);
    await expect(page.getByRole('button', { name: 'Exit' })).toBeVisible();

    await page.goto(`${urlFor('portal.local')}/upload`);
    const opened = visitor.context.waitForEvent('page');
    await page.getByRole('link', { name: 'Sign Out' }).click({ modifiers: ['Control'] });
    await expect((await opened).getByRole('button', { name: 'Access Trailer' })).toBeVisible();
  });
});

test.describe('a foreign host name that points at the portal', () => {
  test('shows no content of the portal, and admits nobody', async () => {
    visitor = await Visitor.arrive(browser, portal.url, { path: null });
    page = visitor.page;
    const opened = await page.goto(portal.url.replace('127.0.0.1', 'rebound.test'));
    expect(opened?.status()).toBe(421);
    await expect(page.getByText('check the address you were given')).toBeVisible();
    const form = { name: 'Nadia', email: 'nadia@example.com', termsAccepted: 'true' };
    const entered = await page.evaluate(async (body) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch('/api/auth/lead-capture', { method: 'POST', headers, body });
      return answer.status;
    }, JSON.stringify(form));
    expect(entered).toBe(421);
  });
});

test.describe('transitional screens', () => {
  test('appear while the status loads, and when the portal does not respond', async () => {
    await arrive({ device: 'narrow', path: null });
    let respond: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await page.route('**/api/auth/status', async (route) => {
      await released;
      await route.fulfill({ status: 503, body: '' });
    });
    await page.goto(portal.url, { waitUntil: 'commit' });
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    respond();
    await expect(page.getByRole('heading', { name: 'The portal is not answering' })).toBeVisible();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await page.unroute('**/api/auth/status');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(submit()).toBeVisible();
  });

  test('appear for a path that does not exist', async () => {
    await arrive({ device: 'narrow', path: '/nowhere' });
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
    await visitor.expectTitle('404 Page Not Found · Secure Preview');
    expect(await visitor.overflow()).toBe(0);
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await expect(page.getByText('The trailer is on the start page.')).toBeVisible();
    await page.getByRole('link', { name: 'Go to the preview' }).click();
    await expect(submit()).toBeVisible();
  });
});
