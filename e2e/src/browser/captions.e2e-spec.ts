import type { Browser, Page } from '@playwright/test';
import { until } from '@secure-preview/testing';
import { Visitor } from '../support/browser.js';
import { Client, enterAsViewer } from '../support/client.js';
import type { TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

let portal: TestPortal;
let browser: Browser;
let uploader: Client;
let viewer: Client;
let visitor: Visitor;
let page: Page;

const german = {
  name: 'trailer.de.srt',
  text: '\uFEFF1\r\n00:00:01,000 --> 00:00:20,000\r\nWo <i>sind</i> wir hier?\r\n<script>alert(1)</script>\r\n',
};
const english = {
  name: 'trailer.vtt',
  text: 'WEBVTT\n\n00:01.000 --> 00:20.000 align:start\n<v Ada>Where are we, and who are all these people?\n',
};
const arabic = { language: 'ar', text: '1\n00:00:01,000 --> 00:00:20,000\nأين نحن الآن؟\n' };

async function open(path: string, as: Client, device: 'desktop' | 'phone' | 'narrow' = 'desktop') {
  visitor = await Visitor.arrive(browser, portal.url, { device, as, path });
  page = visitor.page;
}
/** Returns the texts of the cues on screen, by the language of their track. */
const shownCues = () =>
  page.evaluate(() =>
    [...(document.querySelector('video')?.textTracks ?? [])]
      .filter((track) => track.mode === 'showing')
      .flatMap((track) =>
        [...(track.activeCues ?? [])].map((cue) => [
          track.language,
          (cue as VTTCue).getCueAsHTML().textContent,
        ]),
      ),
  );
const untilShown = (language: string | null) =>
  page.waitForFunction((expected) => {
    const shown = [...(document.querySelector('video')?.textTracks ?? [])].filter(
      (track) => track.mode === 'showing',
    );
    return expected === null
      ? shown.length === 0
      : shown.length === 1 && shown[0]?.language === expected && shown[0].activeCues?.length === 1;
  }, language);
/** Seeks the video once it has a length, and waits for the picture. */
async function seekTo(seconds: number): Promise<void> {
  await page.waitForFunction(() => Number.isFinite(document.querySelector('video')?.duration));
  await page.locator('video').evaluate(
    (video: HTMLVideoElement, time) =>
      new Promise<void>((resolve) => {
        video.addEventListener('seeked', () => resolve(), { once: true });
        video.currentTime = time;
      }),
    seconds,
  );
}
/**
 * Returns the lowest magenta pixel row, in CSS pixels from the top of the window. Uses a screenshot, because no
 * script can measure a cue.
 */
async function lowestCuePixel(): Promise<number> {
  const picture = await page.screenshot();
  return page.evaluate(async (base64) => {
    const file = await fetch(`data:image/png;base64,${base64}`);
    const image = await createImageBitmap(await file.blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context?.drawImage(image, 0, 0);
    const { data } = context?.getImageData(0, 0, image.width, image.height) ?? { data: [] };
    let lowest = 0;
    for (let index = 0; index < data.length; index += 4) {
      const [red = 0, green = 255, blue = 0] = [data[index], data[index + 1], data[index + 2]];
      if (red > 130 && green < 50 && blue > 130) lowest = Math.floor(index / 4 / image.width);
    }
    return lowest * (innerHeight / image.height);
  }, picture.toString('base64'));
}
const captionPaths = async () =>
  ((await viewer.get('/api/active-trailer')).json() as { captions: { path: string }[] }).captions.map(
    ({ path }) => path,
  );

// Each test depends on the state that the previous one leaves.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ portal: sharedPortal, browser: sharedBrowser, files }) => {
  portal = sharedPortal;
  browser = sharedBrowser;
  uploader = await publishTrailer(portal.url, {
    title: 'Perihelion',
    video: files.repeat(files.video('mp4', 4), 5),
  });
  viewer = await enterAsViewer(portal.url, 'Ingrid Bergström');
});

test.describe('the player without captions', () => {
  test('has no captions button', async () => {
    await open('/', viewer);
    await expect(page.getByRole('button', { name: 'Fullscreen', exact: true })).toBeVisible();
    expect(await page.getByRole('button', { name: /Captions/ }).count()).toBe(0);
  });
});

test.describe('the administrator', () => {
  const section = () => page.getByRole('region', { name: 'Captions' });
  const choose = ({ name, text }: { name: string; text: string }) =>
    section()
      .getByLabel('Captions file')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

  test('adds SRT and WebVTT files, sees the errors of other files, and removes captions', async () => {
    await open('/upload', uploader);
    await expect(section().getByText('The trailer has no captions yet.')).toBeVisible();

    await choose(german);
    await expect(section().getByLabel('Language')).toHaveValue('de');
    await section().getByRole('button', { name: 'Add Captions' }).click();
    await expect(section().getByRole('listitem').filter({ hasText: 'Deutsch' })).toBeVisible();

    await choose(english);
    await section().getByLabel('Language').selectOption('English');
    await section().getByRole('button', { name: 'Add Captions' }).click();
    await expect(section().getByRole('listitem').filter({ hasText: 'English' })).toBeVisible();

    await choose({ name: 'trailer.fr.srt', text: '1\n00:00:05,000 --> 00:00:04,000\nOù?\n' });
    await section().getByRole('button', { name: 'Add Captions' }).click();
    await expect(
      section()
        .getByRole('alert')
        .getByText('Line 2 of the captions: the end time is not after the start time'),
    ).toBeVisible();
    expect(await visitor.accessibilityViolations()).toEqual([]);

    await choose({ ...english, name: 'trailer.fr.vtt' });
    await section().getByRole('button', { name: 'Add Captions' }).click();
    const french = section().getByRole('listitem').filter({ hasText: 'Français' });
    await french.getByRole('button', { name: 'Remove the captions in French' }).click();
    const question = page.getByRole('dialog', { name: 'Remove the captions in French?' });
    await expect(question).toBeVisible();
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(french).toHaveCount(0);
    expect(await section().getByRole('listitem').count()).toBe(2);
  });

  test('finds the section in a narrow window', async () => {
    await open('/upload', uploader, 'narrow');
    await expect(section().getByRole('listitem').first()).toBeVisible();
    await section().getByLabel('Language').selectOption('Another language...');
    await expect(section().getByLabel('Language tag')).toBeVisible();
    expect(await visitor.overflow()).toBe(0);
    expect(await visitor.accessibilityViolations()).toEqual([]);
  });
});

test.describe('a viewer', () => {
  test('chooses captions by keyboard, sees them at the right time, and keeps the choice after a reload', async () => {
    await open('/', viewer);
    await page.getByRole('button', { name: 'Captions: off' }).focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu');
    await expect(menu).toBeVisible();
    expect(await menu.getByRole('menuitemradio').allTextContents()).toEqual(['Off', 'Deutsch', 'English']);
    const volume = await page.locator('video').evaluate((video: HTMLVideoElement) => video.volume);
    const focused = (name: string) =>
      menu.getByRole('menuitemradio', { name }).and(page.locator(':focus')).waitFor();
    // The menu moves the focus with a short delay after it opens, and after each key.
    await focused('Off');
    await page.keyboard.press('ArrowDown');
    await focused('Deutsch');
    await page.keyboard.press('ArrowDown');
    await focused('English');
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Captions: English' })).toBeVisible();
    expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.volume)).toBe(volume);

    expect(await shownCues()).toEqual([]);
    await seekTo(5);
    await untilShown('en');
    expect(await shownCues()).toEqual([['en', 'Where are we, and who are all these people?']]);

    await page.reload();
    await expect(page.getByRole('button', { name: 'Captions: English' })).toBeVisible();
    await page.locator('.player').focus();
    await page.keyboard.press('c');
    await untilShown(null);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Captions: off' })).toBeVisible();
    await page.locator('.player').focus();
    await page.keyboard.press('c');
    await expect(page.getByRole('button', { name: 'Captions: English' })).toBeVisible();
  });

  test('sees only the text of a file from Windows, without its markup', async () => {
    await open('/', viewer);
    await page.getByRole('button', { name: 'Captions: off' }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await expect(page.locator('video')).toBeVisible();
    await seekTo(5);
    await untilShown('de');
    expect(await shownCues()).toEqual([['de', 'Wo sind wir hier?']]);
  });

  test('sees captions above the control bar, and lower when the bar is hidden', async () => {
    const { id } = (await viewer.get('/api/active-trailer')).json() as { id: string };
    const added = await uploader.post(`/api/trailers/${id}/captions`, { language: 'en', text: english.text });
    expect(added.status).toBe(201);
    await open('/', viewer);
    await page.getByRole('button', { name: 'Captions: off' }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await seekTo(5);
    await untilShown('en');
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('.player video::cue { background: rgb(255 0 255) }');
      document.adoptedStyleSheets = [sheet];
    });
    const untilCueEnds = (position: 'above the bar' | 'below it') =>
      until(
        async () => {
          const bottom = await lowestCuePixel();
          const slider = await page.getByRole('slider').boundingBox();
          const barTop = slider?.y ?? 0;
          return bottom > 0 && (position === 'above the bar' ? bottom < barTop : bottom > barTop + 5);
        },
        { what: `the cue to end ${position}`, deadlineMs: 60_000, everyMs: 100 },
      );
    await untilCueEnds('above the bar');
    await visitor.slowDown();
    await visitor.watch(5.1);
    await page.mouse.move(5, 5);
    await untilCueEnds('below it');
  });

  test('can use the menu on a phone, and in right-to-left languages', async () => {
    const { id } = (await viewer.get('/api/active-trailer')).json() as { id: string };
    expect((await uploader.post(`/api/trailers/${id}/captions`, arabic)).status).toBe(201);
    await open('/', viewer, 'phone');
    await page.getByRole('button', { name: 'Captions: off' }).tap();
    const menu = page.getByRole('menu');
    await expect(menu).toBeVisible();
    expect(await visitor.overflow()).toBe(0);
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await menu.getByRole('menuitemradio', { name: 'العربية' }).tap();
    await visitor.watch(1.2);
    await untilShown('ar');
    expect(await shownCues()).toEqual([['ar', 'أين نحن الآن؟']]);
  });
});

test.describe('the URLs of captions', () => {
  test('are rejected without a session, and after the viewer has left', async () => {
    await open('/', viewer);
    const [path = ''] = await captionPaths();
    const seen = await viewer.get(path);
    expect([seen.status, seen.headers.get('content-type'), seen.headers.get('cache-control')]).toEqual([
      200,
      'text/vtt; charset=utf-8',
      'no-store',
    ]);
    expect((await new Client(portal.url).get(path)).status).toBe(401);
    const leaving = viewer.copy();
    await viewer.post('/api/auth/logout');
    expect((await leaving.get(path)).status).toBe(401);
  });
});
