import type { Browser, Page } from '@playwright/test';
import type { ViewingUpdate } from '@secure-preview/contracts';
import { type Device, Visitor } from '../support/browser.js';
import { type Client, enterAsUploader, enterAsViewer } from '../support/client.js';
import type { TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { SharedPages } from '../support/shared-pages.js';
import { expect, test } from '../support/test.js';
import { expectWatermark } from '../support/watermark.js';

let portal: TestPortal;
let browser: Browser;
let viewer: Client;
let pages: SharedPages;
let visitor: Visitor;
let page: Page;

/** Loads the trailer in a page that tests share. */
async function open(device: Device = 'desktop'): Promise<void> {
  visitor = await pages.load('/', device, viewer);
  page = visitor.page;
  await expect(page.locator('video')).toBeVisible();
  // The player adds the watermark and its listeners at the same time.
  await expect(page.locator('.player > .watermark')).toBeAttached();
}
const video = <T>(read: (element: HTMLVideoElement) => T) => page.locator('video').evaluate(read);
const paused = (expected: boolean) =>
  page.waitForFunction((state) => document.querySelector('video')?.paused === state, expected);
const bar = () => page.getByTestId('control-bar');
/**
 * Waits until the bar is shown or hidden. Checks every frame in the page, because the bar may disappear soon.
 */
const shown = (state: 'true' | 'false') =>
  page.waitForFunction(
    (expected) =>
      document.querySelector('[data-testid=control-bar]')?.getAttribute('data-visible') === expected,
    state,
  );

test.beforeAll(async ({ portal: sharedPortal, browser: sharedBrowser }) => {
  portal = sharedPortal;
  browser = sharedBrowser;
  viewer = await enterAsViewer(portal.url, 'Ingrid Bergström');
  pages = await SharedPages.open(browser, portal.url, [viewer]);
});
test.afterAll(async () => {
  await pages?.close();
});

test.describe('the player', () => {
  test.beforeAll(async ({ files }) => {
    await publishTrailer(portal.url, {
      title: 'Perihelion',
      video: files.video('mp4', 6),
      poster: files.image(1280, 720),
    });
  });

  test('has no controls of the browser, and no way to download the video', async () => {
    await open();
    expect(
      await video((element) => ({
        controls: element.controls,
        pictureInPicture: element.disablePictureInPicture,
        remote: element.disableRemotePlayback,
        inline: element.playsInline,
        list: element.getAttribute('controlslist'),
        text: element.textContent?.trim(),
      })),
    ).toEqual({
      controls: false,
      pictureInPicture: true,
      remote: true,
      inline: true,
      list: 'nodownload nofullscreen noremoteplayback',
      text: 'Your browser does not support the video tag.',
    });
    const slider = page.getByRole('slider', { name: 'Position in the video' });
    expect(await slider.evaluate((input: HTMLInputElement) => [input.min, input.max, input.step])).toEqual([
      '0',
      '100',
      '0.1',
    ]);
    await expect(page.getByText('0:00 / 0:06')).toBeVisible();
    expect(await visitor.accessibilityViolations()).toEqual([]);
  });

  test('hides its bar during playback until pointer or focus enter, and shows it while paused', async () => {
    await open();
    expect(await bar().getAttribute('data-visible')).toBe('true');
    await visitor.slowDown();
    await visitor.watch(0.2);
    await page.mouse.move(5, 5);
    await shown('false');
    const box = await page.locator('.player').boundingBox();
    await Promise.all([shown('true'), page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 200)]);
    await page.mouse.move(5, 5);
    await shown('false');
    await page.keyboard.press('Space');
    await paused(true);
    await shown('true');
  });

  test('can be controlled by keys, and shows the focus', async () => {
    await open();
    await visitor.slowDown();
    await page.getByRole('button', { name: 'Play Perihelion' }).focus();
    await page.keyboard.press('k');
    await paused(false);
    await page.keyboard.press('k');
    await paused(true);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 4.9);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 9) < 1.5);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => video((element) => Math.round(element.volume * 10))).toBe(9);
    await page.keyboard.press('m');
    await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible();
    await page.keyboard.press('Tab');
    const focused = page.locator('.player button:focus');
    await expect
      .poll(() => focused.evaluate((element) => getComputedStyle(element).outlineStyle))
      .toEqual('solid');
    await page.keyboard.press('f');
    await expect(page.getByRole('button', { name: 'Leave fullscreen' })).toBeVisible();
    await page.keyboard.press('f');
    await expect(page.getByRole('button', { name: 'Fullscreen', exact: true })).toBeVisible();
  });

  test('seeks about once a second while the slider is dragged, and at once when it is released', async () => {
    await open();
    const slider = page.getByRole('slider', { name: 'Position in the video' });
    await expect(slider).toBeEnabled();
    const box = await slider.boundingBox();
    if (!box) throw new Error('no slider');
    const moveTo = (share: number) => page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
    const seeks = await page.locator('video').evaluateHandle((element: HTMLVideoElement) => {
      const count = { value: 0 };
      element.addEventListener('seeking', () => (count.value += 1));
      return count;
    });
    await moveTo(0.1);
    const startedAt = performance.now();
    await page.mouse.down();
    for (let step = 0; step <= 40; step += 1) {
      await moveTo(0.1 + step / 50);
      await page.waitForTimeout(50);
    }
    await moveTo(0.5);
    expect(Math.abs(Number(await slider.inputValue()) - 50)).toBeLessThan(3);
    await page.mouse.up();
    const share = () => video((element) => (element.currentTime / element.duration) * 100);
    expect(Math.abs((await share()) - 50)).toBeLessThan(3);
    const seconds = (performance.now() - startedAt) / 1000;
    const { value: count } = await seeks.jsonValue();
    expect(count).toBeGreaterThan(1);
    // One at the start, one for each second, and one at the release.
    expect(count).toBeLessThanOrEqual(Math.floor(seconds) + 2);
  });

  test('applies a key that is pressed before the video has loaded', async () => {
    visitor = await Visitor.arrive(browser, portal.url, { as: viewer, path: null });
    page = visitor.page;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\.m3u8/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(portal.url);
    await page.getByRole('button', { name: 'Play Perihelion' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await video((element) => element.duration)).toBeNaN();
    release();
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 4.9);
    await expect(page.getByText('0:05 / 0:06')).toBeVisible();
  });

  test('assigns a viewing to its trailer when Play is pressed before the playlist arrives', async () => {
    visitor = await Visitor.arrive(browser, portal.url, { path: null });
    page = visitor.page;
    const email = 'impatient@example.com';
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/master\.m3u8/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(portal.url);
    await visitor.enter('Impatient Visitor', email);
    await page.getByRole('button', { name: 'Play Perihelion' }).click();
    await paused(false);
    release();
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1);
    await page.keyboard.press('Space');
    const uploader = await enterAsUploader(portal.url);
    await expect
      .poll(async () => (await uploader.get(`/api/lead-captures?q=${email}`)).json()[0])
      .toMatchObject({ watchedShare: expect.any(Number), deliveredShare: expect.any(Number) });
  });

  test('has its first segments requested before it is shown, and nothing twice', async () => {
    visitor = await Visitor.arrive(browser, portal.url);
    page = visitor.page;
    const requested: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'xhr') requested.push(new URL(request.url()).pathname);
    });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    // The page shows the player once it knows that the visitor has entered.
    await page.route(/api\/auth\/status/, async (route) => {
      await released;
      await route.continue();
    });
    const entered = visitor.enter('Early Visitor', 'early@example.com');
    const segments = () => requested.filter((path) => !/\.m3u8$|\/keys\//.test(path));
    // Of video and audio: the part that describes the media, and the first segment.
    await expect.poll(() => segments().length).toBe(4);
    expect(requested.filter((path) => path.endsWith('master.m3u8'))).toHaveLength(1);
    await expect(page.locator('video')).toHaveCount(0);
    release();
    await entered;
    await visitor.watch(5);
    expect(segments().length).toBeGreaterThan(4);
    expect(requested).toEqual([...new Set(requested)]);
  });

  test('opens one viewing session at the first start, and reports the end with the watched time', async () => {
    await open();
    const starts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/viewing-session'))
        starts.push(request.url());
    });
    const finished = page.waitForRequest(
      (request) => request.method() === 'PATCH' && /completed":"true/.test(request.postData() ?? ''),
      { timeout: 90_000 },
    );
    await visitor.slowDown();
    await visitor.watch(0.2);
    await page.keyboard.press('Space');
    await paused(true);
    await visitor.slowDown(1);
    await page.keyboard.press('Space');
    const report = (await finished).postDataJSON() as ViewingUpdate;
    expect(report.duration).toMatch(/^0:0[56]$/);
    expect(report.plays).toEqual({ first: 0, ranges: [[expect.any(Number), expect.any(Number)]] });
    await page.waitForFunction(() => document.querySelector('video')?.ended);
    expect(starts).toHaveLength(1);
    const watchAgain = page.getByRole('button', { name: 'Watch again' });
    await expect(watchAgain).toBeVisible();
    expect(await page.locator('.player').getByRole('link', { name: 'press@example.com' }).count()).toBe(1);
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await visitor.slowDown();
    await watchAgain.click();
    await paused(false);
    await expect(watchAgain).toHaveCount(0);
    expect(await video((element) => element.currentTime)).toBeLessThan(3);
    expect(starts).toHaveLength(1);
    // What is seen again is a play of its own.
    await expect.poll(() => video((element) => element.currentTime)).toBeGreaterThan(0.1);
    const reported = page.waitForRequest((request) => /"plays":/.test(request.postData() ?? ''));
    await page.keyboard.press('Space');
    const { plays } = (await reported).postDataJSON() as ViewingUpdate;
    // Another report may have confirmed the first play meanwhile.
    expect((plays?.first ?? 0) + (plays?.ranges.length ?? 0)).toBe(2);
    const [from, to] = plays?.ranges.at(-1) ?? [];
    expect(from).toBeLessThan(1);
    expect(to).toBeGreaterThan(0.1);
    expect(to).toBeLessThan(3);
  });

  test('shows its poster until the first frame of the video is visible', async () => {
    await open();
    const opacity = () => page.locator('.player > img').evaluate((image) => getComputedStyle(image).opacity);
    await expect.poll(opacity).toBe('1');
    await visitor.slowDown();
    await visitor.watch(0.2);
    await expect.poll(opacity).toBe('0');
  });

  test('logs a video error to the console, shows the visitor what to do, and continues on request', async () => {
    visitor = await Visitor.arrive(browser, portal.url, { as: viewer, path: null });
    page = visitor.page;
    await page.route(/\.m3u8/, (route) => route.fulfill({ status: 404, body: '' }));
    const reported = page.waitForEvent('console', (message) => message.text().startsWith('Video error'));
    await page.goto(portal.url);
    await reported;
    await expect(page.getByRole('alert').getByText('This video could not be played.')).toBeVisible();
    expect(await page.locator('[data-variant]').count()).toBe(0);
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await page.unroute(/\.m3u8/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await visitor.watch(0.2);
  });

  test('plays when Play is pressed just before its source is attached', async () => {
    visitor = await Visitor.arrive(browser, portal.url, { as: viewer, path: null });
    page = visitor.page;
    await page.route('**/assets/hls-*.js*', async (route) => {
      const response = await route.fetch();
      // The page requests its code before it shows the player.
      await page.locator('video').waitFor({ state: 'attached' });
      const press = "document.querySelector('video').play().catch(() => undefined);";
      await route.fulfill({ response, body: `${press}${await response.text()}` });
    });
    await page.goto(portal.url);
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
  });

  test('plays on request after its code failed to load at first', async () => {
    visitor = await Visitor.arrive(browser, portal.url, { as: viewer, path: null });
    page = visitor.page;
    await page.route('**/assets/hls-*.js*', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(portal.url);
    const watchAgain = page.getByRole('button', { name: 'Try again' });
    await expect(watchAgain).toBeVisible();
    await page.unroute('**/assets/hls-*.js*');
    await watchAgain.click();
    await visitor.watch(0.2);
  });
});

test.describe('the watermark', () => {
  test('names the viewer, is restored when it is removed, and stays in fullscreen', async () => {
    await open();
    const mark = page.locator('.player > .watermark');
    await expectWatermark(page, 'Ingrid Bergström', 'viewer@example.com', '127.0.0.1');
    for (const tamper of ['remove', 'hide'] as const) {
      await mark.evaluate((element: HTMLElement, how) => {
        if (how === 'remove') element.remove();
        else element.style.display = 'none';
      }, tamper);
      await page.waitForFunction(() => {
        const found = document.querySelector<HTMLElement>('.player > .watermark');
        return found?.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      });
      await expectWatermark(page, 'viewer@example.com');
    }
    await page.getByRole('button', { name: 'Fullscreen', exact: true }).click();
    await page.waitForFunction(() => document.fullscreenElement?.classList.contains('player'));
    await page.waitForFunction(() =>
      document.fullscreenElement?.querySelector('.watermark')?.checkVisibility(),
    );
    await page.getByRole('button', { name: 'Leave fullscreen' }).click();
  });
});

test.describe('the protection of the content', () => {
  test('blocks only keys that inspect and capture, and only while the player is shown', async () => {
    await open();
    await page.evaluate(() => {
      const events: string[] = [];
      Object.assign(globalThis, { events });
      for (const type of ['keydown', 'contextmenu']) {
        addEventListener(type, (event) => {
          const name = event instanceof KeyboardEvent ? event.key : type;
          if (name !== 'Control' && name !== 'Shift')
            events.push(`${name} ${event.defaultPrevented ? 'stopped' : 'passes'}`);
          event.preventDefault();
        });
      }
    });
    const pressed = async () => {
      for (const keys of [
        'PrintScreen',
        'Control+Shift+I',
        'Control+Shift+C',
        'Control+u',
        'Control+c',
        'Escape',
      ])
        await page.keyboard.press(keys);
      await page.mouse.click(10, 300, { button: 'right' });
      await page.waitForFunction(() =>
        (globalThis as unknown as { events: string[] }).events.some((line) => line.startsWith('contextmenu')),
      );
      return page.evaluate(() => (globalThis as unknown as { events: string[] }).events.splice(0));
    };
    expect(await pressed()).toEqual([
      'PrintScreen stopped',
      'I stopped',
      'C stopped',
      'u stopped',
      'c passes',
      'Escape passes',
      'contextmenu stopped',
    ]);
    await page.route('**/api/auth/status', (route) =>
      route.fulfill({ json: { authenticated: false, uploadAuthenticated: false, viewer: null } }),
    );
    await page.route('**/api/auth/logout', (route) => route.fulfill({ json: { ok: true } }));
    await page.getByRole('button', { name: 'Exit' }).click();
    await expect(page.getByRole('button', { name: 'Access Trailer' })).toBeVisible();
    // The title changes to the gate's title after the player has removed its listeners.
    await visitor.expectTitle('Access Exclusive Preview · Secure Preview');
    expect((await pressed()).filter((line) => line.endsWith('stopped'))).toEqual([]);
  });
});

test.describe('a phone', () => {
  test('plays inside the page by tap, with a bar that appears on touch', async () => {
    await open('phone');
    expect(await visitor.overflow()).toBe(0);
    await visitor.slowDown();
    await page.getByRole('button', { name: 'Play Perihelion' }).tap();
    await paused(false);
    await shown('false');
    await Promise.all([shown('true'), page.locator('video').tap({ position: { x: 150, y: 60 } })]);
    expect(await video((element) => element.paused)).toBe(false);
    expect(await visitor.accessibilityViolations()).toEqual([]);
  });
});

test.describe('an interrupted viewing', () => {
  /** Requests to the object store. */
  const segments = /X-Amz-Signature=/;
  const absent = { status: 404, body: '', headers: { 'access-control-allow-origin': '*' } };

  test.beforeAll(async ({ files }) => {
    await publishTrailer(portal.url, { title: 'Long', video: files.repeat(files.video('mp4', 6), 10) });
  });

  test('continues at the same position, and counts earlier watched time', async () => {
    visitor = await Visitor.arrive(browser, portal.url, { as: viewer, path: null });
    page = visitor.page;
    // The first segments arrive; the others fail.
    let segmentCount = 0;
    await page.route(segments, (route) => {
      segmentCount += 1;
      return segmentCount <= 4 ? route.continue() : route.fulfill(absent);
    });
    const refused = page.waitForResponse(
      (response) => segments.test(response.url()) && response.status() === 404,
      { timeout: 90_000 },
    );
    await page.goto(portal.url);
    // Slows playback, so the buffer lasts until the check.
    await visitor.slowDown();
    await visitor.watch(0.2);
    await refused;
    // The buffered part continues.
    expect(await video((element) => element.paused)).toBe(false);
    expect(await page.getByRole('alert').count()).toBe(0);
    await video((element) => {
      element.currentTime = 50;
    });
    await expect(page.getByRole('alert').getByText('This video could not be played.')).toBeVisible();
    await paused(true);
    expect(await visitor.accessibilityViolations()).toEqual([]);
    // The browser may send this event only after the player was paused.
    await video((element) => {
      element.dispatchEvent(new Event('waiting'));
    });
    await page.unroute(segments);
    const fullReport = page.waitForRequest(
      (request) => {
        const { ranges = [] } = (request.method() === 'PATCH' ? request.postDataJSON() : {}) as {
          ranges?: [number, number][];
        };
        return ranges.some(([from]) => from < 1) && ranges.some(([, to]) => to > 50.5);
      },
      { timeout: 90_000 },
    );
    await visitor.slowDown(1);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForFunction(() => {
      const element = document.querySelector('video');
      return element && !element.paused && element.currentTime > 51;
    });
    await page.keyboard.press('k');
    await fullReport;
  });

  test('continues where it stopped after a reload and after the gate, until the visitor leaves or the video has ended', async () => {
    visitor = await Visitor.arrive(browser, portal.url);
    page = visitor.page;
    await visitor.enter('Noor Haddad', 'noor@example.com');
    const continueNote = page.getByText(/^Continues at 0:2\d$/);
    const playButton = page.getByRole('button', { name: 'Play Long' });
    const time = () => video((element) => element.currentTime);
    const playedFrom = (minimum: number) =>
      page.waitForFunction((from) => {
        const element = document.querySelector('video');
        return element && !element.paused && element.currentTime > from;
      }, minimum);
    await visitor.watch(0.2);
    await video((element) => {
      element.currentTime = 20;
    });
    await playedFrom(20.5);
    await page.keyboard.press('k');
    await paused(true);
    const stoppedAt = await time();

    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(segments, async (route) => {
      await released;
      await route.continue();
    });
    await page.reload();
    await expect(continueNote).toBeVisible();
    // No data of the video has arrived yet.
    expect(await video((element) => element.readyState)).toBe(0);
    const slider = page.getByRole('slider', { name: 'Position in the video' });
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^0:2\d of 1:00$/);
    expect(Number(await slider.inputValue())).toBeGreaterThan(33);
    await expect(page.getByText(/^0:2\d \/ 1:00$/)).toBeVisible();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    release();
    const reported = page.waitForRequest((request) => request.method() === 'PATCH');
    await playButton.click();
    await playedFrom(stoppedAt + 0.3);
    await page.keyboard.press('k');
    await paused(true);
    // Skipped parts do not count as played.
    const { ranges } = (await reported).postDataJSON() as { ranges: [number, number][] };
    expect(Math.min(...ranges.map(([from]) => from))).toBeGreaterThan(stoppedAt - 0.5);

    // The session ends, and the gate restores the input of this tab.
    await visitor.context.clearCookies();
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Noor Haddad');
    await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue('noor@example.com');
    await expect(page.getByRole('checkbox')).not.toBeChecked();
    await visitor.enter('Somebody else', 'somebody@example.com');
    await expect(playButton).toBeVisible();
    await expect(page.getByText('0:00 / 1:00')).toBeVisible();
    expect(await continueNote.count()).toBe(0);
    await visitor.context.clearCookies();
    await page.reload();
    await visitor.enter('Noor Haddad', 'NOOR@example.com');
    await expect(continueNote).toBeVisible();
    await page.getByRole('button', { name: 'Start from the beginning' }).click();
    await paused(false);
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 99) < 10);
    expect(await continueNote.count()).toBe(0);

    await video((element) => {
      element.currentTime = 30;
    });
    await playedFrom(30.2);
    await page.getByRole('button', { name: 'Exit' }).click();
    await expect(page.getByRole('button', { name: 'Access Trailer' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await visitor.enter('Noor Haddad', 'noor@example.com');
    await visitor.watch(0.2);
    await video((element) => {
      element.currentTime = 30;
    });
    await playedFrom(30.2);
    await page.waitForFunction(() => localStorage.length === 1);
    await video((element) => {
      element.currentTime = 59.5;
    });
    await expect(page.getByRole('button', { name: 'Watch again' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  for (const device of ['narrow', 'phone', 'landscape', 'enlarged'] as const) {
    test(`offers to continue between the watermark and the control bar, ${device}`, async () => {
      visitor = await Visitor.arrive(browser, portal.url, { device, path: null });
      page = visitor.page;
      // Moves the watermark to the lowest of its random positions.
      await page.addInitScript(() => {
        Math.random = () => 0.999;
      });
      await page.goto(portal.url);
      await visitor.enter('Maximiliane von Hohenstauffen', 'maximiliane@festival-berlin.example.com');
      await visitor.watch(0.2);
      await video((element) => {
        element.currentTime = 20;
      });
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 20.2);
      await page.keyboard.press('k');
      await paused(true);
      await page.reload();
      const continueNote = page.getByText(/^Continues at 0:2\d$/);
      await expect(continueNote).toBeVisible();
      expect(await visitor.accessibilityViolations()).toEqual([]);
      const boxOf = async (element: ReturnType<Page['locator']>) => {
        const box = await element.boundingBox();
        if (!box) throw new Error('an element of the player is missing');
        return box;
      };
      const mark = await boxOf(page.locator('.watermark'));
      const [play, restart, slider] = await Promise.all([
        boxOf(page.getByRole('button', { name: 'Play Long' })),
        boxOf(page.getByRole('button', { name: 'Start from the beginning' })),
        boxOf(page.getByRole('slider', { name: 'Position in the video' })),
      ]);
      const padding = await page
        .locator('.watermark')
        .evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingBottom));
      expect(play.y).toBeGreaterThanOrEqual(mark.y + mark.height - padding - 2);
      for (const { y, height } of [play, restart]) expect(y + height).toBeLessThanOrEqual(slider.y + 1);
      // Nothing covers it.
      await page.getByRole('button', { name: 'Start from the beginning' }).click({ trial: true });
    });
  }

  test('reports a failed progress report to the console only', async () => {
    await open();
    await page.route('**/api/viewing-session/*', (route) => route.fulfill({ status: 503, body: '' }));
    const logged = page.waitForEvent('console', (message) =>
      message.text().startsWith('The viewing session could not be updated'),
    );
    await visitor.watch(0.5);
    await page.keyboard.press('k');
    await logged;
    expect(await page.locator('[data-variant], [role=alert]').count()).toBe(0);
    // The next report includes the failed one.
    await page.unroute('**/api/viewing-session/*');
    const reported = page.waitForResponse(
      (response) => response.request().method() === 'PATCH' && response.ok(),
    );
    await page.keyboard.press('k');
    await paused(false);
    await page.keyboard.press('k');
    await reported;
  });
});
