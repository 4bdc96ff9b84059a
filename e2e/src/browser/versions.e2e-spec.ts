import type { Locator } from '@playwright/test';
import { until } from '@secure-preview/testing';
import { Visitor } from '../support/browser.js';
import { type Client, enterAsViewer, putVideo } from '../support/client.js';
import type { TestPortal } from '../support/portal.js';
import { dataDirOf, runPortalCommand } from '../support/portal-command.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';
import { expectWatermark } from '../support/watermark.js';

let portal: TestPortal;
let uploader: Client;
let viewer: Client;
let administrator: Visitor;

interface ListedTrailer {
  id: string;
  title: string;
  active: boolean;
  finished: boolean;
}

// Each test depends on the state that the previous one leaves.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser, files, plainPortal }) => {
  portal = plainPortal;
  const video = files.video('mp4', 6);
  await publishTrailer(portal.url, { title: 'Perihelion, first cut', video });
  uploader = await publishTrailer(portal.url, { title: 'Perihelion, second cut', video });
  viewer = await enterAsViewer(portal.url);
  await until(async () => (await listed()).every(({ finished }) => finished), {
    deadlineMs: 180_000,
    everyMs: 200,
    what: 'all sizes to be transcoded',
  });
  administrator = await Visitor.arrive(browser, portal.url);
  await administrator.enter('The Producer', 'producer@example.com');
  await administrator.openUploadPage();
});
test.afterAll(() => administrator?.leave());

const listed = async () => (await uploader.get('/api/trailers')).json() as ListedTrailer[];
const shown = async () => ((await viewer.get('/api/active-trailer')).json() as { title: string }).title;
const item = (title: string): Locator =>
  administrator.page
    .getByRole('list', { name: 'Uploaded trailers' })
    .getByRole('listitem')
    .filter({ has: administrator.page.getByRole('heading', { name: title, exact: true }) });
const dialog = () => administrator.page.getByRole('dialog');

/** Returns axe's findings once the last toast has disappeared. */
async function findings(): Promise<string[]> {
  await administrator.dismissToast();
  return administrator.accessibilityViolations();
}

test('lists the uploads, with the newest one shown', async () => {
  await expect(item('Perihelion, second cut').getByText('Shown now', { exact: true })).toBeVisible();
  const older = item('Perihelion, first cut');
  await expect(older.getByText('Ready', { exact: true })).toBeVisible();
  await expect(older.getByText('Length 0:06')).toBeVisible();
  await expect(older.getByText('Sizes 360p')).toBeVisible();
  await expect(older.getByText(/^The video is removed after/)).toBeVisible();
  expect(await findings()).toEqual([]);
});

test('previews the older trailer to the administrator only, and activates it on request', async () => {
  const { page } = administrator;
  const [, { id = '' } = {}] = await listed();
  const playlist = `/api/media/trailers/${id}/master.m3u8`;
  expect((await viewer.get(playlist)).status).toBe(404);

  await page.getByRole('button', { name: 'Preview Perihelion, first cut' }).click();
  await expect(dialog().getByText('Only you see this version until you make it active.')).toBeVisible();
  await administrator.watch(1);
  await expectWatermark(page, 'producer@example.com');
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await administrator.screenshot('version-preview');

  await dialog().getByRole('button', { name: 'Make active' }).click();
  await expect(item('Perihelion, first cut').getByText('Shown now', { exact: true })).toBeVisible();
  await administrator.expectToast('Trailer Activated');
  await expect(dialog()).toHaveCount(0);
  expect(await shown()).toBe('Perihelion, first cut');
  await expect.poll(async () => (await viewer.get(playlist)).status).toBe(200);
});

test('plays the active trailer on a page that loaded another trailer shortly before', async ({ browser }) => {
  const [newest, oldest] = await listed();
  const activate = async (trailer = { id: '' }) =>
    expect((await uploader.post(`/api/trailers/${trailer.id}/activate`)).status).toBe(200);
  const lateVisitor = await Visitor.arrive(browser, portal.url);
  await lateVisitor.page.route(
    '**/master.m3u8',
    async (route) => {
      await activate(newest);
      await route.continue();
    },
    { times: 1 },
  );
  await lateVisitor.enter('Late Comer', 'late@example.com');
  await lateVisitor.expectTitle('Perihelion, second cut · Secure Preview');
  await lateVisitor.watch(1);
  await activate(oldest);
});

test('deletes the other trailer after confirmation', async () => {
  const { page } = administrator;
  const { id } = (await listed()).find(({ title }) => title === 'Perihelion, second cut') ?? { id: '' };
  await page.getByRole('button', { name: 'Delete Perihelion, second cut' }).click();
  await expect(dialog()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete Perihelion, second cut' }).click();
  await expect(dialog()).toBeVisible();
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await expect(item('Perihelion, second cut')).toHaveCount(0);
  expect((await uploader.get(`/api/media/trailers/${id}/master.m3u8`)).status).toBe(404);
  expect(await shown()).toBe('Perihelion, first cut');
});

test('cancels processing, and continues with the next upload', async ({ files }) => {
  const { page } = administrator;
  const videoURL = await putVideo(uploader, files.repeat(files.video('avi', 6, [854, 480]), 40));
  const answer = await uploader.post('/api/trailers', { title: 'Perihelion, in haste', videoURL });
  expect(answer.status).toBe(201);
  await page.reload();
  await expect(item('Perihelion, in haste').getByText(/, \d+\s%/)).toBeVisible();
  await expect(item('Perihelion, in haste').getByRole('progressbar')).toBeVisible();
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'Cancel the processing of Perihelion, in haste' }).click();
  await dialog().getByRole('button', { name: 'Cancel processing' }).click();
  await expect(item('Perihelion, in haste').getByText('Processing was cancelled.')).toBeVisible();
  await expect(item('Perihelion, in haste').getByText('Failed', { exact: true })).toBeVisible();
  expect(await shown()).toBe('Perihelion, first cut');

  await publishTrailer(portal.url, { title: 'Perihelion, third cut', video: files.video('mp4', 6) });
  await page.reload();
  await expect(item('Perihelion, third cut').getByText('Shown now', { exact: true })).toBeVisible();
  expect(await findings()).toEqual([]);
});

for (const [device, width, height] of [
  ['phone', 320, 640],
  ['tablet', 768, 1024],
  ['desktop', 1440, 900],
] as const) {
  test(`needs no horizontal scrolling, ${device}`, async () => {
    const { page } = administrator;
    await page.setViewportSize({ width, height });
    await page
      .getByRole('heading', { name: /^Trailer Versions/ })
      .evaluate((heading) => heading.closest('section')?.scrollIntoView());
    await page.waitForFunction((expected) => innerWidth === expected, width);
    expect(await administrator.overflow()).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Preview Perihelion, first cut' }).click();
    await expect(dialog().locator('video')).toBeVisible();
    expect(await administrator.overflow()).toBeLessThanOrEqual(0);
    const inside = await dialog().evaluate((box) => box.scrollWidth <= box.clientWidth);
    expect(inside).toBe(true);
    expect(await administrator.accessibilityViolations({ within: 'dialog[open]' })).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog()).toHaveCount(0);
    expect(await findings()).toEqual([]);
    await administrator.screenshot(`versions-${device}`);
  });
}

test('leaves no file in storage that is not in the database, according to verify-storage', async () => {
  // Cancelled and deleted files are swept a little later.
  const onceSwept = async () => {
    if (!(await listed()).every(({ finished }) => finished)) return undefined;
    const { code, stdout, stderr } = await runPortalCommand(['verify-storage'], dataDirOf(portal));
    if (code !== 0) throw new Error(`${stdout}${stderr}`);
    return /none unknown/.test(stdout) ? stdout : undefined;
  };
  // Polls rarely, because the command takes much processor time.
  const wait = { deadlineMs: 180_000, everyMs: 3000, what: 'deleted files to be swept' };
  expect(await until(onceSwept, wait)).toMatch(/^\d+ objects in storage, none missing and none unknown\.\n$/);
});
