import type { Browser, Page } from 'playwright-core';
import { launchBrowser, Visitor } from './support/browser.js';
import type { Client } from './support/client.js';
import { type MediaFiles, mediaFiles } from './support/media-files.js';
import { startTestPortal, type TestPortal } from './support/portal.js';
import { publishTrailer } from './support/published-trailer.js';

let portal: TestPortal;
let files: MediaFiles;
let browser: Browser;
let uploader: Client;

/** Every screen with what tells that it is there. */
const screens = [
  {
    name: 'gate',
    path: '/',
    signedIn: false,
    there: (page: Page) => page.getByRole('button', { name: 'Access Trailer' }),
  },
  {
    name: '404',
    path: '/nowhere',
    signedIn: false,
    there: (page: Page) => page.getByRole('heading', { name: '404 Page Not Found' }),
  },
  {
    name: 'trailer',
    path: '/',
    signedIn: true,
    there: (page: Page) => page.getByRole('button', { name: 'Play Perihelion' }),
  },
  {
    name: 'upload page',
    path: '/upload',
    signedIn: true,
    there: (page: Page) => page.getByRole('heading', { name: 'Admin Upload' }),
  },
] as const;

async function show(
  { path, signedIn, there }: (typeof screens)[number],
  options: Omit<Exclude<Parameters<typeof Visitor.arrive>[2], string | undefined>, 'as' | 'path'> = {},
): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, portal.url, {
    ...options,
    path,
    ...(signedIn ? { as: uploader } : {}),
  });
  await there(visitor.page).waitFor();
  return visitor;
}

beforeAll(async () => {
  [portal, files, browser] = await Promise.all([startTestPortal(), mediaFiles(), launchBrowser()]);
  uploader = await publishTrailer(portal.url, {
    title: 'Perihelion',
    film: files.film('mp4', 3),
    poster: files.image(1280, 720),
  });
}, 240_000);
afterAll(async () => {
  await browser?.close();
  files?.dispose();
  await portal?.dispose();
}, 60_000);

describe.each(screens)('the screen $name', (screen) => {
  it.each(['narrow', 'tablet', 'desktop'] as const)(
    'fits a window, and has nothing for axe to find, %s',
    async (device) => {
      const visitor = await show(screen, { device });
      expect(await visitor.overflow()).toBe(0);
      expect(await visitor.accessibilityFaults()).toEqual([]);
      expect(visitor.complaints).toEqual([]);
      await visitor.leave();
    },
  );

  it('asks no other origin for anything but the film and its poster', async () => {
    const visitor = await show(screen);
    const elsewhere = await visitor.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => !name.startsWith(location.origin) && !/^(data|blob):/.test(name))
        .map(({ name }) => new URL(name).pathname),
    );
    expect(elsewhere.filter((path) => !/trailers|posters/.test(path))).toEqual([]);
    await visitor.leave();
  });

  it('keeps its controls visible in forced colours', async () => {
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
    // The colours are the visitor's own, of which axe knows nothing.
    expect(await visitor.accessibilityFaults({ except: ['color-contrast'] })).toEqual([]);
    await visitor.leave();
  });

  it('prints dark on white, and never the picture', async () => {
    const visitor = await show(screen);
    await visitor.page.emulateMedia({ media: 'print' });
    const { pale, pictures } = await visitor.page.evaluate(() => {
      const brightness = (colour: string) =>
        (colour.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 3;
      const shown = [...document.querySelectorAll('h1, h2, p, td, th, label, a')].filter((element) =>
        element.checkVisibility(),
      );
      return {
        pale: shown
          .filter((element) => brightness(getComputedStyle(element).color) > 140)
          .map((element) => element.textContent),
        pictures: [...document.querySelectorAll('video, canvas, .watermark')].filter((element) =>
          element.checkVisibility(),
        ).length,
      };
    });
    expect(pale).toEqual([]);
    expect(pictures).toBe(0);
    await visitor.leave();
  });
});

describe('motion', () => {
  it('rests for visitors who prefer less of it, and no change comes late', async () => {
    const visitor = await show(screens[0]);
    const { page } = visitor;
    await page.locator('.scene canvas').waitFor({ state: 'attached' });
    // Two pictures with half a second of frames between them.
    const sky = () => page.screenshot({ clip: { x: 0, y: 100, width: 500, height: 150 } });
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    );
    const frames = (count: number) =>
      page.evaluate(
        (wanted) =>
          new Promise<void>((resolve) => {
            const next = (left: number) =>
              left === 0 ? resolve() : requestAnimationFrame(() => next(left - 1));
            next(wanted);
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
    await visitor.leave();
  });

  it('twinkles for everybody else', async () => {
    const visitor = await show(screens[0], { motion: 'no-preference' });
    const { page } = visitor;
    await page.locator('.scene canvas').waitFor({ state: 'attached' });
    const sky = () => page.screenshot({ clip: { x: 0, y: 100, width: 500, height: 150 } });
    const before = await sky();
    let moved = false;
    for (let look = 0; look < 40 && !moved; look += 1) moved = !(await sky()).equals(before);
    expect(moved).toBe(true);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
});

describe('the shape of the film', () => {
  it.each([
    ['vertical', 'desktop', [360, 640]],
    ['vertical', 'narrow', [360, 640]],
    ['4:3', 'desktop', [640, 480]],
    ['4:3', 'narrow', [640, 480]],
  ] as const)(
    '%s is kept, whole and in view, %s',
    async (name, device, size) => {
      const title = `Shape ${name}`;
      const active = (await uploader.get('/api/active-trailer')).json() as { title: string };
      if (active.title !== title)
        await publishTrailer(portal.url, { title, film: files.film('mp4', 2, size) });
      const visitor = await Visitor.arrive(browser, portal.url, { device, as: uploader });
      const { page } = visitor;
      await page.locator('video').waitFor();
      await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
      const [wide, high] = size;
      await page.waitForFunction((ratio) => {
        const box = document.querySelector('.player')?.getBoundingClientRect();
        return box !== undefined && Math.abs(box.width / box.height - ratio) < 0.02;
      }, wide / high);
      const box = await page.locator('.player').boundingBox();
      expect(box?.height).toBeLessThan(page.viewportSize()?.height ?? 0);
      expect(await visitor.overflow()).toBe(0);
      expect(await visitor.accessibilityFaults()).toEqual([]);
      await visitor.leave();
    },
    120_000,
  );
});
