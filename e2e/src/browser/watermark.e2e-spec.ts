import { isDeepStrictEqual } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { until } from '@secure-preview/testing';
import { type Device, Visitor } from '../support/browser.js';
import { type Client, enterAsViewer } from '../support/client.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';
import { expectWatermark, watermarkText } from '../support/watermark.js';

let viewer: Client;
let visitor: Visitor;
let page: Page;

const SENTENCE = 'Playback is paused: your name cannot be shown over the picture.';
const sentence = () => page.getByRole('alert').getByText(SENTENCE);
const paused = (expected: boolean) =>
  page.waitForFunction((state) => document.querySelector('video')?.paused === state, expected);
const time = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
/** Checks the watermark as far as a page can measure it. */
const isMarkVisible = async () =>
  (await watermarkText(page)).includes('Ingrid Bergström') && (await isWithinPicture());
const isWithinPicture = () =>
  page.evaluate(() => {
    const mark = document.querySelector<HTMLElement>('.player > .watermark');
    const picture = document.querySelector('video')?.getBoundingClientRect();
    if (!mark || !picture) return false;
    const { left, top, right, bottom } = mark.getBoundingClientRect();
    return (
      mark.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      getComputedStyle(mark).opacity === '1' &&
      right - left > 50 &&
      left >= picture.left - 1 &&
      right <= picture.right + 1 &&
      top >= picture.top - 1 &&
      bottom <= picture.bottom + 1
    );
  });
/** Waits until playback has continued long enough to detect any tampering. */
const keepsPlaying = async (seconds = 2.5) => {
  const from = await time();
  await page.waitForFunction(
    ([start, minimum]) => {
      const video = document.querySelector('video');
      return video && !video.paused && video.currentTime > start + minimum;
    },
    [from, seconds] as const,
  );
};
/** Adds rules to the page as an extension does. */
const addRules = (rules: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, rules);
/** Returns a picture of the watermark; undefined when it moved away meanwhile. */
async function pictureOfMark(): Promise<Buffer | undefined> {
  const boundingBox = () => page.locator('.watermark').boundingBox();
  const clip = await boundingBox();
  if (!clip) return undefined;
  const picture = await page.screenshot({ clip });
  return isDeepStrictEqual(await boundingBox(), clip) ? picture : undefined;
}
/** Counts the light pixels of the watermark on an empty background. */
async function countLightPixels(): Promise<number> {
  await addRules('.player > video { opacity: 0 } .player > :not(.watermark, video) { visibility: hidden }');
  const image = await until(pictureOfMark, {
    deadlineMs: 40_000,
    what: 'the watermark to pause its movement',
  });
  return page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const { data = [] } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {};
      let light = 0;
      for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 0) > 150) light += 1;
      return light;
    },
    [...image],
  );
}
const removeRules = () =>
  page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });

test.beforeAll(async ({ portal, files }) => {
  await publishTrailer(portal.url, { title: 'Perihelion', video: files.repeat(files.video('mp4', 6), 10) });
  viewer = await enterAsViewer(portal.url, 'Ingrid Bergström');
});

async function play(browser: Browser, base: string, device: Device = 'desktop'): Promise<void> {
  visitor = await Visitor.arrive(browser, base, { device, as: viewer });
  page = visitor.page;
  await visitor.watch(0.2);
}

/** Plays the video for all tests of a group in one page. Each test starts at the beginning of the video. */
function playInOnePage(): void {
  let shared: Visitor;
  test.beforeAll(async ({ portal, browser }) => {
    await play(browser, portal.url);
    shared = visitor;
  });
  test.beforeEach(async () => {
    visitor = shared;
    page = shared.page;
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = 0;
      return video.play();
    });
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
  });
  test.afterAll(() => shared?.leave());
}

test('keeps playing while the watermark is unchanged, even in fullscreen and under the controls', async ({
  portal,
  browser,
}) => {
  await play(browser, portal.url);
  await keepsPlaying();
  await page.keyboard.press('f');
  await page.waitForFunction(() => document.fullscreenElement?.classList.contains('player'));
  await keepsPlaying();
  // Controls, messages and invisible overlays of extensions do not count as covers.
  await page.evaluate(() => {
    const sheet = document.createElement('div');
    sheet.style.cssText = 'position:fixed;inset:0;z-index:99;pointer-events:none';
    document.fullscreenElement?.append(sheet);
  });
  await keepsPlaying();
  expect(await sentence().count()).toBe(0);
  expect(await isMarkVisible()).toBe(true);
});

test.describe('clicks and taps on the watermark', () => {
  /** Waits until the watermark covers the middle of the picture, and returns that point. */
  const pointOfMark = async (window: Page) => {
    const point = await window.waitForFunction(() => {
      const [mark, picture] = ['.watermark', 'video'].map((name) =>
        document.querySelector(name)?.getBoundingClientRect(),
      );
      if (!mark || !picture) return undefined;
      const middle = { x: picture.left + picture.width / 2, y: picture.top + 0.47 * picture.height };
      const isThere =
        mark.left < middle.x && middle.x < mark.right && mark.top < middle.y && middle.y < mark.bottom;
      return isThere && middle;
    });
    return (await point.jsonValue()) as { x: number; y: number };
  };
  const pausedIn = (window: Page, expected: boolean, timeout?: number) =>
    window.waitForFunction(
      (state) => document.querySelector('video')?.paused === state,
      expected,
      timeout === undefined ? {} : { timeout },
    );

  test('reach the video and the large button below it, on phones and desktops', async ({
    portal,
    browser,
  }) => {
    await Promise.all(
      (['narrow', 'phone', 'desktop'] as const).map(async (device) => {
        const visit = await Visitor.arrive(browser, portal.url, { device, as: viewer, path: null });
        const window = visit.page;
        // During playback, the watermark moves to the middle of the picture.
        await window.addInitScript(() => {
          Math.random = () => 0.6;
        });
        await window.goto(portal.url);
        await visit.slowDown();
        await visit.watch(0.02);
        const { x, y } = await pointOfMark(window);
        if (device === 'desktop') await window.mouse.click(x, y);
        else {
          // A tap shows the controls, if they are hidden, and the next tap pauses. Controls hide again soon.
          await expect(async () => {
            await window.touchscreen.tap(x, y);
            await pausedIn(window, true, 1_000);
          }).toPass();
        }
        await pausedIn(window, true);
        await expect(window.getByRole('button', { name: 'Play Perihelion' })).toBeVisible();
        expect(await pointOfMark(window)).toEqual({ x, y });
        if (device === 'desktop') await window.mouse.click(x, y);
        else await window.touchscreen.tap(x, y);
        await pausedIn(window, false);
        expect(await window.getByRole('alert').count()).toBe(0);
        // The search for covers has removed its style sheets.
        expect(await window.evaluate(() => document.adoptedStyleSheets.length)).toBe(0);
        await visit.leave();
      }),
    );
  });
});

test.describe('the watermark', () => {
  playInOnePage();

  for (const [what, tamper] of [
    ['removed', (mark: HTMLElement) => mark.remove()],
    ['hidden', (mark: HTMLElement) => mark.style.setProperty('display', 'none', 'important')],
    ['made transparent', (mark: HTMLElement) => mark.style.setProperty('opacity', '0.02', 'important')],
    ['moved away', (mark: HTMLElement) => mark.style.setProperty('left', '-4000px', 'important')],
    ['shrunk', (mark: HTMLElement) => mark.style.setProperty('scale', '0.01', 'important')],
    ['cut away', (mark: HTMLElement) => mark.style.setProperty('clip-path', 'inset(50%)', 'important')],
    ['rewritten', (mark: HTMLElement) => (mark.textContent = 'Somebody else')],
  ] as const) {
    test(`is restored at once, and playback continues, when it is ${what}`, async () => {
      await page.locator('.watermark').evaluate(tamper as (element: HTMLElement) => void);
      await expectWatermark(page, 'Ingrid Bergström');
      await keepsPlaying();
      expect(await isMarkVisible()).toBe(true);
      expect(await sentence().count()).toBe(0);
    });
  }
});

test.describe('a style sheet for the watermark', () => {
  playInOnePage();
  test.afterEach(() => removeRules());

  for (const [what, rules] of [
    ['hides it', 'display: none'],
    ['makes it invisible', 'visibility: hidden'],
    ['sets its opacity to 0', 'opacity: 0'],
    [
      'makes its text transparent',
      'color: transparent; -webkit-text-fill-color: transparent; text-shadow: none',
    ],
    ['moves it off the picture', 'left: -4000px; translate: -4000px; transform: translateX(-4000px)'],
    ['shrinks it', 'font-size: 0; scale: 0; width: 0; height: 0; overflow: hidden'],
    ['puts it behind the video', 'z-index: -1; position: static'],
    ['makes it receive clicks', 'pointer-events: auto'],
    ['clips it', 'clip-path: inset(50%); mask-image: linear-gradient(transparent, transparent)'],
  ] as const) {
    test(`has no effect when it ${what}`, async () => {
      const important = rules.replaceAll(/(?=;|$)/g, ' !important');
      await addRules(`.watermark, .player > div, .player > .watermark { ${important} }`);
      await keepsPlaying();
      expect(await isMarkVisible()).toBe(true);
      expect(await sentence().count()).toBe(0);
    });
  }
});

test.describe('a rule for a part of the watermark', () => {
  test.beforeEach(({ portal, browser }) => play(browser, portal.url));

  const HIDING_STYLE =
    'color: transparent !important; -webkit-text-fill-color: transparent !important; ' +
    'text-shadow: none !important; font-size: 1px !important; background: black !important';

  for (const [what, rules] of [
    ['::first-line', `.watermark::first-line, .player::first-line { ${HIDING_STYLE} }`],
    ['child selectors', `.watermark *, .watermark div { ${HIDING_STYLE} }`],
    ['::highlight', `::highlight(all) { ${HIDING_STYLE} }`],
  ] as const) {
    test(`cannot hide its letters with ${what}`, async () => {
      const before = await countLightPixels();
      await removeRules();
      await addRules(rules);
      await page.evaluate(() => {
        const highlight = () => {
          const mark = document.querySelector('.watermark');
          const range = new Range();
          if (mark) range.selectNodeContents(mark.lastChild ?? mark);
          CSS.highlights.set('all', new Highlight(range));
          requestAnimationFrame(highlight);
        };
        highlight();
      });
      await keepsPlaying();
      expect(await sentence().count()).toBe(0);
      // The text differs slightly, because the watermark shows the time and moves.
      expect(await countLightPixels()).toBeGreaterThan(0.8 * before);
    });
  }
});

test.describe('playback', () => {
  playInOnePage();

  /** Removes the watermark from the page whenever it appears. */
  const removeInLoop = () =>
    page.evaluate(() => {
      const remove = () => {
        for (const mark of document.querySelectorAll('.watermark')) mark.remove();
      };
      const observer = new MutationObserver(remove);
      observer.observe(document, { childList: true, subtree: true });
      remove();
      Object.assign(globalThis, { stopTampering: () => observer.disconnect() });
    });
  const moveInLoop = () =>
    page.evaluate(() => {
      let isActive = true;
      const move = () => {
        const mark = document.querySelector<HTMLElement>('.watermark');
        mark?.style.setProperty('left', '-4000px', 'important');
        if (isActive) requestAnimationFrame(move);
      };
      move();
      Object.assign(globalThis, {
        stopTampering: () => {
          isActive = false;
        },
      });
    });
  const stopTampering = () =>
    page.evaluate(() => (globalThis as unknown as { stopTampering: () => void }).stopTampering());
  const cover = (style: string) =>
    page.evaluate((css) => {
      const sheet = document.body.appendChild(document.createElement('div'));
      sheet.id = 'cover';
      sheet.style.cssText = css;
    }, style);
  const uncover = () => page.evaluate(() => document.querySelector('#cover')?.remove());
  const opaque = 'position:fixed;inset:0;z-index:1;background:rgb(20 20 20 / 0.6);pointer-events:none';

  for (const [what, tamper, stop] of [
    ['removed in a loop', removeInLoop, stopTampering],
    ['moved off the picture in a loop', moveInLoop, stopTampering],
    ['covered', () => cover(opaque), uncover],
    [
      'covered by a pseudo-element after the player',
      () =>
        addRules(
          '.player::after { content: ""; position: absolute; inset: 0; z-index: 8; background: gray }',
        ),
      removeRules,
    ],
    [
      'covered by a pseudo-element after its letters',
      () => addRules('.watermark::after { content: ""; position: absolute; inset: 0; background: #000 }'),
      removeRules,
    ],
    [
      'covered by a pseudo-element before its letters',
      () =>
        addRules(
          '.watermark::before { content: url("data:,"); position: absolute; inset: 0; z-index: 1; background: #000 }',
        ),
      removeRules,
    ],
    ['below the picture', () => addRules('.player > video { position: relative; z-index: 8 }'), removeRules],
    [
      'clipped together with part of the player',
      // The watermark never moves so low that it would be within the visible part.
      () => addRules('.player { clip-path: inset(88% 0 0 0) }'),
      removeRules,
    ],
  ] as const) {
    test(`stops while the watermark is ${what}, and can resume after that`, async () => {
      await tamper();
      await expect(sentence()).toBeVisible();
      await paused(true);
      await page.locator('.player').focus();
      await page.keyboard.press('k');
      await page.keyboard.press('k');
      await page.keyboard.press('k');
      await paused(true);
      const stoppedAt = await time();
      await stop();
      await expect(sentence()).toHaveCount(0);
      expect(Math.abs((await time()) - stoppedAt)).toBeLessThan(0.5);
      expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
      await page.getByRole('button', { name: 'Play Perihelion' }).click();
      await keepsPlaying();
      expect(await isMarkVisible()).toBe(true);
    });
  }

  test('shows a legible message on a phone while it is stopped', async ({ portal, browser }) => {
    await play(browser, portal.url, 'narrow');
    await cover(opaque);
    await expect(sentence()).toBeVisible();
    await uncover();
    expect(await visitor.accessibilityViolations()).toEqual([]);
  });
});
