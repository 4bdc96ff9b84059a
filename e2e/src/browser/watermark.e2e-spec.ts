import { isDeepStrictEqual } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { until } from '@secure-preview/testing';
import { type Device, Visitor } from '../support/browser.js';
import { type Client, enterAsViewer } from '../support/client.js';
import { markSays, markText } from '../support/mark.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

let viewer: Client;
let visitor: Visitor;
let page: Page;

const SENTENCE = 'Playback is paused: your name cannot be shown over the picture.';
const sentence = () => page.getByRole('alert').getByText(SENTENCE);
const paused = (wanted: boolean) =>
  page.waitForFunction((state) => document.querySelector('video')?.paused === state, wanted);
const time = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
/** Checks the watermark as far as a page can measure it. */
const markIsSeen = async () =>
  (await markText(page)).includes('Ingrid Bergström') && (await markHasItsPlace());
const markHasItsPlace = () =>
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
/** Keeps watching long enough to detect any tampering. */
const watchesOn = async (seconds = 2.5) => {
  const from = await time();
  await page.waitForFunction(
    ([start, least]) => {
      const video = document.querySelector('video');
      return video && !video.paused && video.currentTime > start + least;
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
  const place = () => page.locator('.watermark').boundingBox();
  const clip = await place();
  if (!clip) return undefined;
  const picture = await page.screenshot({ clip });
  return isDeepStrictEqual(await place(), clip) ? picture : undefined;
}
/** Counts the light pixels where the watermark is drawn, with nothing behind it. */
async function lightPoints(): Promise<number> {
  await addRules('.player > video { opacity: 0 } .player > :not(.watermark, video) { visibility: hidden }');
  const image = await until(pictureOfMark, { deadlineMs: 40_000, what: 'the mark to stand still' });
  return page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const drawn = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      drawn?.drawImage(bitmap, 0, 0);
      const { data = [] } = drawn?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {};
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
  await publishTrailer(portal.url, { title: 'Perihelion', film: files.repeat(files.film('mp4', 6), 10) });
  viewer = await enterAsViewer(portal.url, 'Ingrid Bergström');
});

async function play(browser: Browser, base: string, device: Device = 'desktop'): Promise<void> {
  visitor = await Visitor.arrive(browser, base, { device, as: viewer });
  page = visitor.page;
  await visitor.watch(0.2);
}

/** Plays the film to all tests of a group in one page. Each of them begins at its start. */
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

test('does not interrupt playback unless it is changed, even in fullscreen and under the controls', async ({
  portal,
  browser,
}) => {
  await play(browser, portal.url);
  await watchesOn();
  await page.keyboard.press('f');
  await page.waitForFunction(() => document.fullscreenElement?.classList.contains('player'));
  await watchesOn();
  // Controls, messages and invisible overlays of extensions do not count as covers.
  await page.evaluate(() => {
    const sheet = document.createElement('div');
    sheet.style.cssText = 'position:fixed;inset:0;z-index:99;pointer-events:none';
    document.fullscreenElement?.append(sheet);
  });
  await watchesOn();
  expect(await sentence().count()).toBe(0);
  expect(await markIsSeen()).toBe(true);
});

test.describe('clicks and taps on the watermark', () => {
  /** Waits until the watermark is over the middle of the picture, and returns a point of it there. */
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
  const pausedIn = (window: Page, wanted: boolean) =>
    window.waitForFunction((state) => document.querySelector('video')?.paused === state, wanted);

  test('go through it to the picture and the large button, on phones and desktops', async ({
    portal,
    browser,
  }) => {
    await Promise.all(
      (['narrow', 'phone', 'desktop'] as const).map(async (device) => {
        const guest = await Visitor.arrive(browser, portal.url, { device, as: viewer, path: null });
        const window = guest.page;
        // Every next position is in the middle of a moving picture.
        await window.addInitScript(() => {
          Math.random = () => 0.6;
        });
        await window.goto(portal.url);
        await guest.slowDown();
        await guest.watch(0.02);
        const { x, y } = await pointOfMark(window);
        if (device === 'desktop') await window.mouse.click(x, y);
        else {
          // The first tap shows the controls, if they are hidden, and the next one pauses.
          await window.touchscreen.tap(x, y);
          await expect(window.locator('[data-testid=control-bar][data-visible=true]')).toBeVisible();
          if (!(await window.locator('video').evaluate((video: HTMLVideoElement) => video.paused)))
            await window.touchscreen.tap(x, y);
        }
        await pausedIn(window, true);
        await expect(window.getByRole('button', { name: 'Play Perihelion' })).toBeVisible();
        expect(await pointOfMark(window)).toEqual({ x, y });
        if (device === 'desktop') await window.mouse.click(x, y);
        else await window.touchscreen.tap(x, y);
        await pausedIn(window, false);
        expect(await window.getByRole('alert').count()).toBe(0);
        // The search for covers has left nothing behind.
        expect(await window.evaluate(() => document.adoptedStyleSheets.length)).toBe(0);
        await guest.leave();
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
    test(`comes back at once, and the film continues, when it is ${what}`, async () => {
      await page.locator('.watermark').evaluate(tamper as (element: HTMLElement) => void);
      await markSays(page, 'Ingrid Bergström');
      await watchesOn();
      expect(await markIsSeen()).toBe(true);
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
    ['makes it transparent', 'opacity: 0'],
    ['colours it away', 'color: transparent; -webkit-text-fill-color: transparent; text-shadow: none'],
    ['moves it off the picture', 'left: -4000px; translate: -4000px; transform: translateX(-4000px)'],
    ['shrinks it', 'font-size: 0; scale: 0; width: 0; height: 0; overflow: hidden'],
    ['puts it behind', 'z-index: -1; position: static'],
    ['makes it catch clicks', 'pointer-events: auto'],
    ['cuts it away', 'clip-path: inset(50%); mask-image: linear-gradient(transparent, transparent)'],
  ] as const) {
    test(`has no effect when it ${what}`, async () => {
      const important = rules.replaceAll(/(?=;|$)/g, ' !important');
      await addRules(`.watermark, .player > div, .player > .watermark { ${important} }`);
      await watchesOn();
      expect(await markIsSeen()).toBe(true);
      expect(await sentence().count()).toBe(0);
    });
  }
});

test.describe('a rule for a part of the watermark', () => {
  test.beforeEach(({ portal, browser }) => play(browser, portal.url));

  const away =
    'color: transparent !important; -webkit-text-fill-color: transparent !important; ' +
    'text-shadow: none !important; font-size: 1px !important; background: black !important';

  for (const [what, rules] of [
    ['such as its first line', `.watermark::first-line, .player::first-line { ${away} }`],
    ['such as what is in it', `.watermark *, .watermark div { ${away} }`],
    ['such as what is highlighted', `::highlight(all) { ${away} }`],
  ] as const) {
    test(`cannot hide its letters, ${what}`, async () => {
      const before = await lightPoints();
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
      await watchesOn();
      expect(await sentence().count()).toBe(0);
      // Its clock continues, and it moves.
      expect(await lightPoints()).toBeGreaterThan(0.8 * before);
    });
  }
});

test.describe('playback', () => {
  playInOnePage();

  /** Removes it from the page whenever it appears, as fast as a page can. */
  const removeInLoop = () =>
    page.evaluate(() => {
      const remove = () => {
        for (const mark of document.querySelectorAll('.watermark')) mark.remove();
      };
      const observer = new MutationObserver(remove);
      observer.observe(document, { childList: true, subtree: true });
      remove();
      Object.assign(globalThis, { relent: () => observer.disconnect() });
    });
  const moveInLoop = () =>
    page.evaluate(() => {
      let going = true;
      const move = () => {
        const mark = document.querySelector<HTMLElement>('.watermark');
        mark?.style.setProperty('left', '-4000px', 'important');
        if (going) requestAnimationFrame(move);
      };
      move();
      Object.assign(globalThis, {
        relent: () => {
          going = false;
        },
      });
    });
  const relent = () => page.evaluate(() => (globalThis as unknown as { relent: () => void }).relent());
  const cover = (style: string) =>
    page.evaluate((css) => {
      const sheet = document.body.appendChild(document.createElement('div'));
      sheet.id = 'cover';
      sheet.style.cssText = css;
    }, style);
  const uncover = () => page.evaluate(() => document.querySelector('#cover')?.remove());
  const opaque = 'position:fixed;inset:0;z-index:1;background:rgb(20 20 20 / 0.6);pointer-events:none';

  for (const [what, tamper, stop] of [
    ['removed in a loop', removeInLoop, relent],
    ['moved off the picture in a loop', moveInLoop, relent],
    ['covered', () => cover(opaque), uncover],
    [
      'covered by what is drawn after the player',
      () =>
        addRules(
          '.player::after { content: ""; position: absolute; inset: 0; z-index: 8; background: gray }',
        ),
      removeRules,
    ],
    [
      'covered by what is drawn after its letters',
      () => addRules('.watermark::after { content: ""; position: absolute; inset: 0; background: #000 }'),
      removeRules,
    ],
    [
      'covered by what is drawn before its letters',
      () =>
        addRules(
          '.watermark::before { content: url("data:,"); position: absolute; inset: 0; z-index: 1; background: #000 }',
        ),
      removeRules,
    ],
    ['below the picture', () => addRules('.player > video { position: relative; z-index: 8 }'), removeRules],
    [
      'cut off with a part of the player',
      () => addRules('.player { clip-path: inset(45% 0 0 0) }'),
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
      const stoodAt = await time();
      await stop();
      await expect(sentence()).toHaveCount(0);
      expect(Math.abs((await time()) - stoodAt)).toBeLessThan(0.5);
      expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
      await page.getByRole('button', { name: 'Play Perihelion' }).click();
      await watchesOn();
      expect(await markIsSeen()).toBe(true);
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
