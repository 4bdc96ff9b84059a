import type { Browser, Locator, Page } from '@playwright/test';
import { until } from '@secure-preview/testing';
import { type Device, Visitor } from '../support/browser.js';
import { Client } from '../support/client.js';
import type { TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { SharedPages } from '../support/shared-pages.js';
import { expect, test } from '../support/test.js';
import { expectWatermark, watermarkText } from '../support/watermark.js';

let portal: TestPortal;
let browser: Browser;
let uploader: Client;
let pages: SharedPages;

/** Every screen, with the element that shows that it is ready. */
const screens = [
  {
    name: 'gate',
    path: '/',
    signedIn: false,
    readyElement: (page: Page) => page.getByRole('button', { name: 'Access Trailer' }),
  },
  {
    name: '404',
    path: '/nowhere',
    signedIn: false,
    readyElement: (page: Page) => page.getByRole('heading', { name: '404 Page Not Found' }),
  },
  {
    name: 'trailer',
    path: '/',
    signedIn: true,
    readyElement: (page: Page) => page.getByRole('button', { name: 'Play Perihelion' }),
  },
  {
    name: 'upload page',
    path: '/upload',
    signedIn: true,
    readyElement: (page: Page) => page.getByRole('heading', { name: 'Admin Upload' }),
  },
  {
    name: 'access',
    path: '/upload/access',
    signedIn: true,
    readyElement: (page: Page) => page.getByRole('radio', { name: 'Open' }),
  },
  {
    name: 'settings',
    path: '/upload/settings',
    signedIn: true,
    readyElement: (page: Page) => page.getByLabel('Company name', { exact: true }),
  },
] as const;

/** Shows a screen in a page that tests share. Only for tests that leave the screen as they found it. */
async function show(
  { path, signedIn, readyElement }: (typeof screens)[number],
  device: Device = 'desktop',
): Promise<Visitor> {
  const visitor = await pages.show(path, device, signedIn ? uploader : undefined);
  await isComplete(visitor, readyElement);
  return visitor;
}

/** Loads a screen in a new page, with motion. */
async function showMoving({ path, readyElement }: (typeof screens)[number]): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, portal.url, { motion: 'no-preference', path });
  await isComplete(visitor, readyElement);
  return visitor;
}

async function isComplete({ page }: Visitor, readyElement: (page: Page) => Locator): Promise<void> {
  await expect(readyElement(page)).toBeVisible();
  // The fonts of the page may break lines differently from the fallback fonts.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

test.beforeAll(async ({ portal: sharedPortal, browser: sharedBrowser, files }) => {
  portal = sharedPortal;
  browser = sharedBrowser;
  uploader = await publishTrailer(portal.url, {
    title: 'Perihelion',
    video: files.video('mp4', 3),
    poster: files.image(1280, 720),
  });
  pages = await SharedPages.open(browser, portal.url, [undefined, uploader]);
});
test.afterAll(() => pages?.close());

for (const screen of screens) {
  test.describe(`the screen ${screen.name}`, () => {
    for (const device of ['narrow', 'tablet', 'desktop'] as const) {
      test(`fits a window and has no axe violations, ${device}`, async () => {
        const visitor = await show(screen, device);
        expect(await visitor.overflow()).toBe(0);
        expect(await visitor.accessibilityViolations()).toEqual([]);
      });
    }

    test('requests only signed objects of the video from other origins', async () => {
      const visitor = await show(screen);
      const foreignUrls = await visitor.page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => !name.startsWith(location.origin) && !/^(data|blob):/.test(name)),
      );
      expect(foreignUrls.filter((url) => !new URL(url).searchParams.has('X-Amz-Signature'))).toEqual([]);
    });

    test('keeps its controls visible in forced colours', async () => {
      const visitor = await show(screen);
      await visitor.page.emulateMedia({ forcedColors: 'active' });
      const unmarked = await visitor.page
        .locator('button:not(.player *), input, textarea, select')
        .evaluateAll((controls) =>
          controls
            .filter((control) => control.checkVisibility() && control.classList.contains('control'))
            .filter((control) => {
              const { borderStyle, appearance } = getComputedStyle(control);
              return borderStyle === 'none' && appearance === 'none';
            })
            .map((control) => control.outerHTML.slice(0, 80)),
        );
      expect(unmarked).toEqual([]);
      // axe does not support forced colours.
      expect(await visitor.accessibilityViolations({ except: ['color-contrast'] })).toEqual([]);
    });

    test('prints dark text on white, and never the video', async () => {
      const visitor = await show(screen);
      await visitor.page.emulateMedia({ media: 'print' });
      const { paleTexts, videos } = await visitor.page.evaluate(() => {
        const brightness = (colour: string) =>
          (colour.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3;
        const visibleTexts = [...document.querySelectorAll('h1, h2, p, td, th, label, a')].filter((element) =>
          element.checkVisibility(),
        );
        return {
          paleTexts: visibleTexts
            .filter((element) => brightness(getComputedStyle(element).color) > 140)
            .map((element) => element.textContent),
          videos: [...document.querySelectorAll('video, canvas, .watermark')].filter((element) =>
            element.checkVisibility(),
          ).length,
        };
      });
      expect(paleTexts).toEqual([]);
      expect(videos).toBe(0);
    });
  });
}

/** Unusual states of a screen. */
const states = [
  {
    name: 'gate-errors',
    path: '/',
    reach: async ({ page, toast }: Reached) => {
      await page.getByRole('button', { name: 'Access Trailer' }).click();
      await expect(page.getByText('Please enter a valid email address')).toBeVisible();
      await expect(toast('Terms Required')).toBeVisible();
    },
  },
  {
    name: 'terms',
    path: '/',
    reach: async ({ page }: Reached) => {
      await page.getByRole('button', { name: 'Terms of Agreement' }).click();
      await expect(page.getByRole('dialog').getByText('October 2025')).toBeVisible();
    },
  },
  {
    name: 'gate-refused',
    path: '/',
    reach: async ({ page, toast }: Reached) => {
      await page.route('**/api/auth/lead-capture', (route) => route.fulfill({ status: 502, body: '' }));
      await page.getByRole('textbox', { name: 'Full name' }).fill('Nadia Kováč');
      await page.getByRole('textbox', { name: 'Email address' }).fill('nadia@example.com');
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Access Trailer' }).click();
      await expect(toast('Error').getByText('Failed to submit information')).toBeVisible();
    },
  },
  {
    name: 'not-found',
    path: '/nowhere',
    reach: ({ page }: Reached) => page.getByRole('heading', { name: '404 Page Not Found' }).waitFor(),
  },
  {
    name: 'upload-stranger',
    path: '/upload',
    reach: ({ page }: Reached) => page.getByRole('heading', { name: 'Authentication Required' }).waitFor(),
  },
] as const;
interface Reached {
  page: Page;
  toast: Visitor['toast'];
}

for (const { name, path, reach } of states) {
  test.describe(`in the state ${name}`, () => {
    for (const device of ['narrow', 'tablet', 'desktop', 'landscape'] as const) {
      test(`fits its window and has no axe violations, ${device}`, async () => {
        const visitor = await pages.load(path, device);
        await reach({ page: visitor.page, toast: (title) => visitor.toast(title) });
        // Before its toast disappears.
        if (device !== 'landscape') await visitor.snapshot(`${name}-${device}`);
        expect(await visitor.overflow()).toBe(0);
        expect(await visitor.accessibilityViolations()).toEqual([]);
      });
    }
  });
}

test.describe('the cards of the upload page', () => {
  for (const width of [768, 1024, 1440]) {
    test(`have content on at least half of their height, ${width} pixels wide, with a waiting poster`, async () => {
      const visitor = await Visitor.arrive(browser, portal.url, { as: uploader, path: null });
      const { page } = visitor;
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript(() => {
        const posterURL = `${location.origin}/waiting.png`;
        localStorage.setItem('pendingPosterURL', posterURL);
        const details = { posterURL, name: 'key-art-of-the-final-version-3.png' };
        localStorage.setItem('pendingPosterDetails', JSON.stringify(details));
      });
      await page.goto(`${portal.url}/upload`);
      await expect(page.getByText('A poster is waiting for the next trailer you upload.')).toBeVisible();
      await expect(page.getByLabel('Captions file')).toBeVisible();
      const largest = await page.locator('main section').evaluateAll((sections) =>
        sections.map((section) => {
          // Computes the largest vertical gap without content.
          const rects = [
            ...section.querySelectorAll('h2, p, input, select, textarea, button, img, span, table'),
          ]
            .map((element) => element.getBoundingClientRect())
            .filter(({ height }) => height > 0)
            .sort((a, b) => a.top - b.top);
          const card = section.getBoundingClientRect();
          let end = card.top;
          let gap = 0;
          for (const { top, bottom } of rects) {
            gap = Math.max(gap, top - end);
            end = Math.max(end, bottom);
          }
          return Math.max(gap, card.bottom - end);
        }),
      );
      expect(Math.max(...largest)).toBeLessThan(80);
      // In a column that is too narrow, a name would have one letter per line.
      const name = await page.getByText('key-art-of-the-final-version-3.png').boundingBox();
      expect(name?.height).toBeLessThan(90);
      expect(await visitor.overflow()).toBe(0);
    });
  }
});

test.describe('the gate', () => {
  test('is centred in one column, and errors do not move the content above them', async () => {
    const visitor = await pages.load('/', 'tablet');
    await isComplete(visitor, screens[0].readyElement);
    const { page } = visitor;
    const boxes = () =>
      page.evaluate(() => {
        const [heading, card] = ['h1', 'form'].map((name) =>
          document.querySelector(name)?.getBoundingClientRect(),
        );
        return {
          heading: heading?.top,
          card: card?.top,
          left: card?.left,
          right: innerWidth - (card?.right ?? 0),
        };
      });
    await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
    const before = await boxes();
    expect(before.left).toBe(before.right);
    await page.getByRole('button', { name: 'Access Trailer' }).click();
    await expect(page.getByText('Name is required')).toBeVisible();
    expect(await boxes()).toEqual(before);
  });

  test('explains that it needs scripts when scripts are disabled', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(portal.url);
    const sentence = page.locator('noscript p');
    expect(await sentence.textContent()).toBe('Please turn on JavaScript to watch this preview.');
    // The text is in the middle of the window, not in a corner.
    expect((await sentence.boundingBox())?.height).toBeGreaterThan(600);
    expect(await page.title()).toBe('Secure Preview');
    await context.close();
  });
});

test.describe('the trailer', () => {
  for (const device of ['landscape', 'enlarged', 'tablet', 'desktop'] as const) {
    test(`is fully visible with its controls without scrolling, ${device}`, async () => {
      const visitor = await show(screens[2], device);
      const { page } = visitor;
      const height = page.viewportSize()?.height ?? 0;
      const box = await page.locator('.player').boundingBox();
      if (!box) throw new Error('there is no player');
      expect(box.y + box.height).toBeLessThanOrEqual(height);
      // The video keeps its size.
      expect(box.height).toBeGreaterThan(Math.min(0.6 * height, box.width / 2));
      await expect(page.getByRole('button', { name: 'Fullscreen', exact: true })).toBeVisible();
      expect(await visitor.overflow()).toBe(0);
      expect(await visitor.accessibilityViolations()).toEqual([]);
    });
  }

  test('keeps a watermark with a long text within the picture', async () => {
    const viewer = new Client(portal.url);
    const email = 'maximiliane.von.hohenstauffen-wuerttemberg@festival-de-cannes.example.com';
    const name = 'Maximiliane Freifrau von Hohenstauffen-Württemberg';
    await viewer.post('/api/auth/lead-capture', { name, email, termsAccepted: 'true' });
    const visitor = await Visitor.arrive(browser, portal.url, { device: 'narrow', as: viewer });
    const { page } = visitor;
    await expectWatermark(page, email);
    const text = await watermarkText(page);
    // Checks both ends of the watermark's movement.
    for (const position of ['0%', '100%']) {
      const [mark, player] = await page.evaluate(
        ([at, content]) => {
          const copy = document.querySelector('.watermark')?.cloneNode() as HTMLElement;
          copy.textContent = content;
          const readyElement = { left: at, top: at, translate: `-${at} -${at}`, transition: 'none' };
          for (const [property, value] of Object.entries(readyElement))
            copy.style.setProperty(property, value, 'important');
          // Moves a copy, because the player would restore the watermark itself.
          document.querySelector('.player')?.append(copy);
          const rects = [copy, document.querySelector('.player')].map((element) =>
            element?.getBoundingClientRect(),
          );
          copy.remove();
          return rects.map((rect) => rect?.toJSON() as DOMRect);
        },
        [position, text] as const,
      );
      if (!mark || !player) throw new Error('there is no mark');
      expect(mark.left).toBeGreaterThanOrEqual(player.left);
      expect(mark.right).toBeLessThanOrEqual(player.right + 0.5);
      expect(mark.bottom).toBeLessThanOrEqual(player.bottom + 0.5);
      expect(mark.height).toBeLessThan(0.45 * player.height);
    }
  });
});

test.describe('motion', () => {
  test('includes the fade of a dismissed toast', async () => {
    const visitor = await showMoving(screens[0]);
    const { page } = visitor;
    // Runs as one script: on a busy machine the toast could close between two calls.
    const animations = await page.getByRole('button', { name: 'Access Trailer' }).evaluate(async (submit) => {
      (submit as HTMLElement).click();
      const dismiss = () => document.querySelector<HTMLElement>('[aria-label="Dismiss notification"]');
      while (!dismiss()) await new Promise(requestAnimationFrame);
      dismiss()?.click();
      await new Promise(requestAnimationFrame);
      const toast = document.querySelector('[data-variant]');
      return toast?.getAnimations().map((animation) => (animation as CSSAnimation).animationName);
    });
    expect(animations).toContain('leave');
    await expect(page.locator('[data-variant]')).toHaveCount(0);
  });

  test('stops for visitors who prefer reduced motion, and no element has a transition', async () => {
    const visitor = await show(screens[0]);
    const { page } = visitor;
    await expect(page.locator('.scene canvas')).toBeAttached();
    // Compares two screenshots with half a second of frames between them.
    const sky = () => page.screenshot({ clip: { x: 0, y: 100, width: 500, height: 150 } });
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    );
    // A worker paints the stars.
    const hideStars = (hidden: boolean) =>
      page.locator('.scene canvas').evaluate((canvas: HTMLElement, hide) => {
        canvas.style.visibility = hide ? 'hidden' : '';
      }, hidden);
    await hideStars(true);
    const starless = await sky();
    await hideStars(false);
    const isPainted = async () => !(await sky()).equals(starless);
    await until(isPainted, { deadlineMs: 40_000, everyMs: 100, what: 'the stars to be painted' });
    const frames = (count: number) =>
      page.evaluate(
        (total) =>
          new Promise<void>((resolve) => {
            const next = (remaining: number) =>
              remaining === 0 ? resolve() : requestAnimationFrame(() => next(remaining - 1));
            next(total);
          }),
        count,
      );
    await frames(10);
    const before = await sky();
    await frames(30);
    expect((await sky()).equals(before)).toBe(true);
    const slow = await page
      .locator('body *')
      .evaluateAll((elements) =>
        elements
          .filter((element) => getComputedStyle(element).transitionProperty !== 'none')
          .map((element) => element.tagName),
      );
    expect(slow).toEqual([]);
  });

  test('continues for all other visitors', async () => {
    const visitor = await showMoving(screens[0]);
    const { page } = visitor;
    await expect(page.locator('.scene canvas')).toBeAttached();
    const sky = () => page.screenshot({ clip: { x: 0, y: 100, width: 500, height: 150 } });
    const before = await sky();
    // The sky stands still while the page loads.
    const hasMoved = async () => !(await sky()).equals(before);
    await until(hasMoved, { deadlineMs: 40_000, everyMs: 100, what: 'the sky to move' });
  });
});

test.describe('the aspect ratio of the video', () => {
  for (const [name, device, size] of [
    ['vertical', 'desktop', [360, 640]],
    ['vertical', 'narrow', [360, 640]],
    ['4:3', 'desktop', [640, 480]],
    ['4:3', 'narrow', [640, 480]],
  ] as const) {
    test(`is preserved, and the whole video is visible: ${name}, ${device}`, async ({ files }) => {
      const title = `Shape ${name}`;
      const active = (await uploader.get('/api/active-trailer')).json() as { title: string };
      if (active.title !== title)
        await publishTrailer(portal.url, { title, video: files.video('mp4', 2, size) });
      const visitor = await pages.load('/', device, uploader);
      const { page } = visitor;
      await expect(page.locator('video')).toBeVisible();
      await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
      const [width, height] = size;
      await page.waitForFunction((ratio) => {
        const box = document.querySelector('.player')?.getBoundingClientRect();
        return box !== undefined && Math.abs(box.width / box.height - ratio) < 0.02;
      }, width / height);
      const box = await page.locator('.player').boundingBox();
      expect(box?.height).toBeLessThan(page.viewportSize()?.height ?? 0);
      const slider = await page.getByRole('slider', { name: 'Position in the video' }).boundingBox();
      expect(slider?.width).toBeGreaterThan(device === 'desktop' ? 250 : 150);
      expect(await visitor.overflow()).toBe(0);
      expect(await visitor.accessibilityViolations()).toEqual([]);
    });
  }
});
