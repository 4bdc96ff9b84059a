import type { Browser, Page } from 'playwright-core';
import { launchBrowser, Visitor } from '../support/browser.js';
import { type Client, enterAsViewer } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { markSays } from '../support/mark.js';
import { type MediaFiles, mediaFiles } from '../support/media-files.js';
import { startTestPortal, type TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';

let portal: TestPortal;
let files: MediaFiles;
let browser: Browser;
let viewer: Client;
let visitor: Visitor;
let page: Page;

async function open(device: 'desktop' | 'phone' = 'desktop'): Promise<void> {
  visitor = await Visitor.arrive(browser, portal.url, { device, as: viewer });
  page = visitor.page;
  await page.locator('video').waitFor();
  // The player adds the mark when it starts to listen.
  await page.locator('.player > .watermark').waitFor({ state: 'attached' });
}
const video = <T>(read: (element: HTMLVideoElement) => T) => page.locator('video').evaluate(read);
const paused = (wanted: boolean) =>
  page.waitForFunction((state) => document.querySelector('video')?.paused === state, wanted);
const bar = () => page.getByTestId('control-bar');
/**
 * Waits until the bar is shown or hidden. The page itself checks every frame, since the bar may disappear
 * soon.
 */
const shown = (state: 'true' | 'false') =>
  page.waitForFunction(
    (wanted) => document.querySelector('[data-testid=control-bar]')?.getAttribute('data-visible') === wanted,
    state,
  );

beforeAll(async () => {
  [portal, files, browser] = await Promise.all([
    startTestPortal({ LEADS_PER_MINUTE_PER_IP: '1000', CONTACT_EMAIL: 'press@example.com' }),
    mediaFiles(),
    launchBrowser(),
  ]);
  viewer = await enterAsViewer(portal.url, 'Ingrid Bergström');
});
afterEach(async () => {
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});
afterAll(async () => {
  await browser?.close();
  files?.dispose();
  await portal?.dispose();
});

describe('before there is anything to play', () => {
  it.each(['desktop', 'narrow'] as const)('shows that, and checks again on request, %s', async (device) => {
    visitor = await Visitor.arrive(browser, portal.url, { device, as: viewer });
    page = visitor.page;
    await page.getByRole('heading', { name: 'No trailer yet' }).waitFor();
    await visitor.titled('No trailer yet · Secure Preview');
    expect(await page.getByRole('heading').count()).toBe(1);
    expect(await page.getByRole('region', { name: 'About this trailer' }).count()).toBe(0);
    expect(await visitor.overflow()).toBe(0);
    expect(await visitor.accessibilityViolations()).toEqual([]);
    const asked = page.waitForRequest('**/api/active-trailer');
    await page.getByRole('button', { name: 'Check again' }).click();
    await asked;
  });

  it('waits for the trailer, shows its progress, and reports when the service is away', async () => {
    visitor = await Visitor.arrive(browser, portal.url, { as: viewer, path: null });
    page = visitor.page;
    const preparing = {
      id: '7c4bdf6e-3a3c-4f5e-9c1b-4a0a4a5f1c11',
      title: 'Perihelion',
      filePath: null,
      posterPath: null,
      description: null,
      status: 'processing',
      progress: 42,
      captions: [],
    };
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/active-trailer', async (route) => {
      await held;
      await route.fulfill({ json: preparing });
    });
    await page.goto(portal.url);
    await page.getByText('Loading trailer...').waitFor();
    // The footer shows that the configuration has arrived, including the texts for missing content.
    await page.locator('footer').getByText('©').waitFor({ state: 'attached' });
    await visitor.titled('Loading trailer... · Secure Preview');
    expect(await page.getByText(/Concept Trailer$|hotel/).count()).toBe(0);
    expect(await visitor.accessibilityViolations()).toEqual([]);
    answer();
    await page.getByText('42 % prepared').waitFor();
    await page.getByText('It appears here by itself as soon as it is ready.').waitFor();
    expect(await page.getByText('Perihelion', { exact: true }).count()).toBe(1);
    expect(await visitor.accessibilityViolations()).toEqual([]);

    await page.unroute('**/api/active-trailer');
    await page.route('**/api/active-trailer', (route) => route.fulfill({ status: 503, body: '' }));
    await page.reload();
    await page.getByRole('heading', { name: 'The trailer is not available right now' }).waitFor();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await page.unroute('**/api/active-trailer');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'No trailer yet' }).waitFor();
  });
});

describe('the player', () => {
  beforeAll(async () => {
    await publishTrailer(portal.url, {
      title: 'Perihelion',
      film: files.film('mp4', 6),
      poster: files.image(1280, 720),
    });
  });

  it("has none of the browser's own controls, and no way to download the film", async () => {
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
    await page.getByText('0:00 / 0:06').waitFor();
    expect(await visitor.accessibilityViolations()).toEqual([]);
  });

  it('hides its bar during playback until pointer or focus come, and keeps it while paused', async () => {
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

  it('obeys its keys, with a visible focus', async () => {
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
    await eventually(() => video((element) => Math.round(element.volume * 10)), 9);
    await page.keyboard.press('m');
    await page.getByRole('button', { name: 'Unmute' }).waitFor();
    await page.keyboard.press('Tab');
    const focused = page.locator('.player button:focus');
    await eventually(() => focused.evaluate((element) => getComputedStyle(element).outlineStyle), 'solid');
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Leave fullscreen' }).waitFor();
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Fullscreen', exact: true }).waitFor();
  });

  it('keeps a key that is pressed before the film has arrived', async () => {
    visitor = await Visitor.arrive(browser, portal.url, { as: viewer, path: null });
    page = visitor.page;
    let arrive: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/\.m3u8/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(portal.url);
    await page.getByRole('button', { name: 'Play Perihelion' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await video((element) => element.duration)).toBeNaN();
    arrive();
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 4.9);
    await page.getByText('0:05 / 0:06').waitFor();
  });

  it('opens one viewing session at the first start, and reports the end with what was watched', async () => {
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
    const report = (await finished).postDataJSON() as { duration: string };
    expect(report.duration).toMatch(/^0:0[56]$/);
    await page.waitForFunction(() => document.querySelector('video')?.ended);
    expect(starts).toHaveLength(1);
    const again = page.getByRole('button', { name: 'Watch again' });
    await again.waitFor();
    expect(await page.locator('.player').getByRole('link', { name: 'press@example.com' }).count()).toBe(1);
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await visitor.slowDown();
    await again.click();
    await paused(false);
    await again.waitFor({ state: 'detached' });
    expect(await video((element) => element.currentTime)).toBeLessThan(3);
    expect(starts).toHaveLength(1);
  });

  it('shows its poster until the first frame of the film is visible', async () => {
    await open();
    const opacity = () => page.locator('.player > img').evaluate((image) => getComputedStyle(image).opacity);
    await eventually(opacity, '1');
    await visitor.slowDown();
    await visitor.watch(0.2);
    await eventually(opacity, '0');
  });

  it('logs a video error to the console, tells the visitor what to do, and continues on request', async () => {
    visitor = await Visitor.arrive(browser, portal.url, { as: viewer, path: null });
    page = visitor.page;
    await page.route(/\.m3u8/, (route) => route.fulfill({ status: 404, body: '' }));
    const told = page.waitForEvent('console', (message) => message.text().startsWith('Video error'));
    await page.goto(portal.url);
    await told;
    await page.getByRole('alert').getByText('This video could not be played.').waitFor();
    expect(await page.locator('[data-variant]').count()).toBe(0);
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await page.unroute(/\.m3u8/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await visitor.watch(0.2);
  });

  it('plays on request after its code failed to load at first', async () => {
    visitor = await Visitor.arrive(browser, portal.url, { as: viewer, path: null });
    page = visitor.page;
    await page.route('**/assets/hls-*.js*', (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(portal.url);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unroute('**/assets/hls-*.js*');
    await again.click();
    await visitor.watch(0.2);
  });
});

describe('the watermark', () => {
  it('names the viewer, comes back when it is removed, and stays in fullscreen', async () => {
    await open();
    const mark = page.locator('.player > .watermark');
    await markSays(page, 'Ingrid Bergström', 'viewer@example.com', '127.0.0.1');
    for (const tamper of ['remove', 'hide'] as const) {
      await mark.evaluate((element: HTMLElement, how) => {
        if (how === 'remove') element.remove();
        else element.style.display = 'none';
      }, tamper);
      await page.waitForFunction(() => {
        const found = document.querySelector<HTMLElement>('.player > .watermark');
        return found?.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      });
      await markSays(page, 'viewer@example.com');
    }
    await page.getByRole('button', { name: 'Fullscreen', exact: true }).click();
    await page.waitForFunction(() => document.fullscreenElement?.classList.contains('player'));
    await page.waitForFunction(() =>
      document.fullscreenElement?.querySelector('.watermark')?.checkVisibility(),
    );
    await page.getByRole('button', { name: 'Leave fullscreen' }).click();
  });
});

describe('the protection of the content', () => {
  it('blocks the keys that inspect and capture while the player is shown, and no others', async () => {
    await open();
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      for (const type of ['keydown', 'contextmenu']) {
        addEventListener(type, (event) => {
          const name = event instanceof KeyboardEvent ? event.key : type;
          if (name !== 'Control' && name !== 'Shift')
            seen.push(`${name} ${event.defaultPrevented ? 'stopped' : 'passes'}`);
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
        (globalThis as unknown as { seen: string[] }).seen.some((line) => line.startsWith('contextmenu')),
      );
      return page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen.splice(0));
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
    await page.getByRole('button', { name: 'Access Trailer' }).waitFor();
    // The title is the gate's once the player has stopped listening.
    await visitor.titled('Access Exclusive Preview · Secure Preview');
    expect((await pressed()).filter((line) => line.endsWith('stopped'))).toEqual([]);
  });
});

describe('a phone', () => {
  it('plays inside the page by tap, with a bar that appears on touch', async () => {
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

describe('an interrupted viewing', () => {
  const segments = /\/api\/media\/.*segments\//;

  beforeAll(async () => {
    await publishTrailer(portal.url, { title: 'Long', film: files.film('mp4', 60) });
  });

  it('continues where it was, and counts what was watched before', async () => {
    visitor = await Visitor.arrive(browser, portal.url, { as: viewer, path: null });
    page = visitor.page;
    // The first pieces arrive; the others fail.
    let pieces = 0;
    await page.route(segments, (route) => {
      pieces += 1;
      return pieces <= 4 ? route.continue() : route.fulfill({ status: 404, body: '' });
    });
    const refused = page.waitForResponse(
      (response) => segments.test(response.url()) && response.status() === 404,
      { timeout: 90_000 },
    );
    await page.goto(portal.url);
    // Slows playback so that the buffer lasts until it has been checked.
    await visitor.slowDown();
    await visitor.watch(0.2);
    await refused;
    // The buffered part continues.
    expect(await video((element) => element.paused)).toBe(false);
    expect(await page.getByRole('alert').count()).toBe(0);
    await video((element) => {
      element.currentTime = 50;
    });
    await page.getByRole('alert').getByText('This video could not be played.').waitFor();
    await paused(true);
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await page.unroute(segments);
    const later = page.waitForRequest(
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
    await later;
  });

  it('continues where it stopped after a reload and after the gate, until the visitor leaves or it has ended', async () => {
    visitor = await Visitor.arrive(browser, portal.url);
    page = visitor.page;
    await visitor.enter('Noor Haddad', 'noor@example.com');
    const note = page.getByText(/^Continues at 0:2\d$/);
    const large = page.getByRole('button', { name: 'Play Long' });
    const time = () => video((element) => element.currentTime);
    const playedFrom = (least: number) =>
      page.waitForFunction((from) => {
        const element = document.querySelector('video');
        return element && !element.paused && element.currentTime > from;
      }, least);
    await visitor.watch(0.2);
    await video((element) => {
      element.currentTime = 20;
    });
    await playedFrom(20.5);
    await page.keyboard.press('k');
    await paused(true);
    const stoppedAt = await time();

    let arrive: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(segments, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await note.waitFor();
    // Nothing of the film has arrived yet.
    expect(await video((element) => element.readyState)).toBe(0);
    const slider = page.getByRole('slider', { name: 'Position in the video' });
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^0:2\d of 1:00$/);
    expect(Number(await slider.inputValue())).toBeGreaterThan(33);
    await page.getByText(/^0:2\d \/ 1:00$/).waitFor();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    arrive();
    const reported = page.waitForRequest((request) => request.method() === 'PATCH');
    await large.click();
    await playedFrom(stoppedAt + 0.3);
    await page.keyboard.press('k');
    await paused(true);
    // Skipped parts do not count as played.
    const { ranges } = (await reported).postDataJSON() as { ranges: [number, number][] };
    expect(Math.min(...ranges.map(([from]) => from))).toBeGreaterThan(stoppedAt - 0.5);

    // The session ends, and the gate remembers the input of this tab.
    await visitor.context.clearCookies();
    await page.reload();
    expect(await page.getByRole('textbox', { name: 'Full name' }).inputValue()).toBe('Noor Haddad');
    expect(await page.getByRole('textbox', { name: 'Email address' }).inputValue()).toBe('noor@example.com');
    expect(await page.getByRole('checkbox').isChecked()).toBe(false);
    await visitor.enter('Somebody else', 'somebody@example.com');
    await large.waitFor();
    await page.getByText('0:00 / 1:00').waitFor();
    expect(await note.count()).toBe(0);
    await visitor.context.clearCookies();
    await page.reload();
    await visitor.enter('Noor Haddad', 'NOOR@example.com');
    await note.waitFor();
    await page.getByRole('button', { name: 'Start from the beginning' }).click();
    await paused(false);
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 99) < 10);
    expect(await note.count()).toBe(0);

    await video((element) => {
      element.currentTime = 30;
    });
    await playedFrom(30.2);
    await page.getByRole('button', { name: 'Exit' }).click();
    await page.getByRole('button', { name: 'Access Trailer' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Full name' }).inputValue()).toBe('');
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
    await page.getByRole('button', { name: 'Watch again' }).waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  it.each(['narrow', 'phone'] as const)(
    'offers to continue between the mark and the control bar, %s',
    async (device) => {
      visitor = await Visitor.arrive(browser, portal.url, { device });
      page = visitor.page;
      await visitor.enter('Maximiliane von Hohenstauffen', 'maximiliane@festival-berlin.example.com');
      await visitor.watch(0.2);
      await video((element) => {
        element.currentTime = 20;
      });
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 20.2);
      await page.keyboard.press('k');
      await paused(true);
      await page.reload();
      const note = page.getByText(/^Continues at 0:2\d$/);
      await note.waitFor();
      expect(await visitor.accessibilityViolations()).toEqual([]);
      const boxOf = async (part: ReturnType<Page['locator']>) => {
        const box = await part.boundingBox();
        if (!box) throw new Error('a part of the player is missing');
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
    },
  );

  it('reports a failed progress report to the console only', async () => {
    await open();
    await page.route('**/api/viewing-session/*', (route) => route.fulfill({ status: 503, body: '' }));
    const told = page.waitForEvent('console', (message) =>
      message.text().startsWith('The viewing session could not be updated'),
    );
    await visitor.watch(0.5);
    await page.keyboard.press('k');
    await told;
    expect(await page.locator('[data-variant], [role=alert]').count()).toBe(0);
    // The next report includes it.
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
