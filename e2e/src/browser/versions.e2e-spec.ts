import { execFile } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { until } from '@secure-preview/testing';
import type { Browser, Locator } from 'playwright-core';
import { launchBrowser, Visitor } from '../support/browser.js';
import { type Client, enterAsViewer, putVideo } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { markSays } from '../support/mark.js';
import { type MediaFiles, mediaFiles } from '../support/media-files.js';
import { startTestPortal, type TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';

let portal: TestPortal;
let files: MediaFiles;
let browser: Browser;
let uploader: Client;
let viewer: Client;
let administrator: Visitor;

interface Listed {
  id: string;
  title: string;
  active: boolean;
  finished: boolean;
}

beforeAll(async () => {
  [portal, files, browser] = await Promise.all([startTestPortal(), mediaFiles(), launchBrowser()]);
  const film = files.film('mp4', 6);
  await publishTrailer(portal.url, { title: 'Perihelion, first cut', film });
  uploader = await publishTrailer(portal.url, { title: 'Perihelion, second cut', film });
  viewer = await enterAsViewer(portal.url);
  await until(async () => (await listed()).every(({ finished }) => finished), {
    deadlineMs: 180_000,
    everyMs: 200,
    what: 'all sizes to be made',
  });
  administrator = await Visitor.arrive(browser, portal.url);
  await administrator.enter('The Producer', 'producer@example.com');
  await administrator.openUploadPage();
});
afterAll(async () => {
  await browser?.close();
  files?.dispose();
  await portal?.dispose();
});

const listed = async () => (await uploader.get('/api/trailers')).json() as Listed[];
const shown = async () => ((await viewer.get('/api/active-trailer')).json() as { title: string }).title;
const item = (title: string): Locator =>
  administrator.page
    .getByRole('list', { name: 'Uploaded trailers' })
    .getByRole('listitem')
    .filter({ has: administrator.page.getByRole('heading', { name: title, exact: true }) });
const dialog = () => administrator.page.getByRole('dialog');

/** Returns axe's findings once the last toast, which may be fading in, is gone. */
async function findings(): Promise<string[]> {
  await administrator.dismissToast();
  return administrator.accessibilityViolations();
}

it('lists the uploads, of which the newest is shown', async () => {
  await item('Perihelion, second cut').getByText('Shown now', { exact: true }).waitFor();
  const older = item('Perihelion, first cut');
  await older.getByText('Ready', { exact: true }).waitFor();
  await older.getByText('Length 0:06').waitFor();
  await older.getByText('Sizes 360p').waitFor();
  await older.getByText(/^The video is removed after/).waitFor();
  expect(await findings()).toEqual([]);
});

it('plays the older one to the administrator alone, who makes it the one that is shown', async () => {
  const { page } = administrator;
  const [, { id = '' } = {}] = await listed();
  const playlist = `/api/media/trailers/${id}/master.m3u8`;
  expect((await viewer.get(playlist)).status).toBe(404);

  await page.getByRole('button', { name: 'Preview Perihelion, first cut' }).click();
  await dialog().getByText('Only you see this version until you make it active.').waitFor();
  await administrator.watch(1);
  await markSays(page, 'producer@example.com');
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await administrator.screenshot('version-preview');

  await dialog().getByRole('button', { name: 'Make active' }).click();
  await item('Perihelion, first cut').getByText('Shown now', { exact: true }).waitFor();
  await administrator.told('Trailer Activated');
  await dialog().waitFor({ state: 'detached' });
  expect(await shown()).toBe('Perihelion, first cut');
  await eventually(async () => (await viewer.get(playlist)).status, 200);
});

it('plays the present trailer on a page that got another one a moment before', async () => {
  const [newest, oldest] = await listed();
  const activate = async (one = { id: '' }) =>
    expect((await uploader.post(`/api/trailers/${one.id}/activate`)).status).toBe(200);
  const late = await Visitor.arrive(browser, portal.url);
  await late.page.route(
    '**/master.m3u8',
    async (route) => {
      await activate(newest);
      await route.continue();
    },
    { times: 1 },
  );
  await late.enter('Late Comer', 'late@example.com');
  await late.titled('Perihelion, second cut · Secure Preview');
  await late.watch(1);
  await activate(oldest);
  await late.leave();
});

it('deletes the other one after a confirmation', async () => {
  const { page } = administrator;
  const { id } = (await listed()).find(({ active }) => !active) ?? { id: '' };
  await page.getByRole('button', { name: 'Delete Perihelion, second cut' }).click();
  await dialog().waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete Perihelion, second cut' }).click();
  await dialog().waitFor();
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await item('Perihelion, second cut').waitFor({ state: 'detached' });
  expect((await uploader.get(`/api/media/trailers/${id}/master.m3u8`)).status).toBe(404);
  expect(await shown()).toBe('Perihelion, first cut');
});

it('cancels processing, and continues with the next upload', async () => {
  const { page } = administrator;
  const videoURL = await putVideo(uploader, files.repeat(files.film('avi', 6, [854, 480]), 40));
  const answer = await uploader.post('/api/trailers', { title: 'Perihelion, in haste', videoURL });
  expect(answer.status).toBe(201);
  await page.reload();
  await item('Perihelion, in haste')
    .getByText(/, \d+\s%/)
    .waitFor();
  await item('Perihelion, in haste').getByRole('progressbar').waitFor();
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'Cancel the processing of Perihelion, in haste' }).click();
  await dialog().getByRole('button', { name: 'Cancel processing' }).click();
  await item('Perihelion, in haste').getByText('Processing was cancelled.').waitFor();
  await item('Perihelion, in haste').getByText('Failed', { exact: true }).waitFor();
  expect(await shown()).toBe('Perihelion, first cut');

  await publishTrailer(portal.url, { title: 'Perihelion, third cut', film: files.film('mp4', 6) });
  await page.reload();
  await item('Perihelion, third cut').getByText('Shown now', { exact: true }).waitFor();
  expect(await findings()).toEqual([]);
});

it.each([
  ['phone', 320, 640],
  ['tablet', 768, 1024],
  ['desktop', 1440, 900],
] as const)('needs no sideways scrolling for reading or use, %s', async (device, width, height) => {
  const { page } = administrator;
  await page.setViewportSize({ width, height });
  await page
    .getByRole('heading', { name: /^Trailer Versions/ })
    .evaluate((heading) => heading.closest('section')?.scrollIntoView());
  await page.waitForFunction((wanted) => innerWidth === wanted, width);
  expect(await administrator.overflow()).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Preview Perihelion, first cut' }).click();
  await dialog().locator('video').waitFor();
  expect(await administrator.overflow()).toBeLessThanOrEqual(0);
  const inside = await dialog().evaluate((box) => box.scrollWidth <= box.clientWidth);
  expect(inside).toBe(true);
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  expect(await findings()).toEqual([]);
  await administrator.screenshot(`versions-${device}`);
  expect(administrator.complaints).toEqual([]);
});

/** Runs `npm run portal -- verify-storage` on the data of the portal under test; returns its output. */
function verifyStorage(): Promise<string> {
  const command = resolve(import.meta.dirname, '../../../apps/standalone/bin/portal.mjs');
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const dataDir = dirname(dirname(portal.logFile('gateway')));
  const env = { ...inherited, PORTAL_DATA_DIR: dataDir, SECURE_PREVIEW_ENV_FILE: '' };
  return new Promise((done, fail) => {
    execFile(process.execPath, [command, 'verify-storage'], { env }, (error, stdout, stderr) =>
      error ? fail(new Error(`${stdout}${stderr}`)) : done(stdout),
    );
  });
}

it('leaves nothing in storage that is not in the database, according to the command of the running portal', async () => {
  // Cancelled and deleted files are swept a little later.
  const isSwept = async () =>
    (await listed()).every(({ finished }) => finished) && /nothing too many/.test(await verifyStorage());
  await until(isSwept, { deadlineMs: 180_000, everyMs: 1000, what: 'what was deleted to be swept' });
  expect(await verifyStorage()).toMatch(/^\d+ objects in storage, nothing missing and nothing too many\.\n$/);
});

it('reports the same for a stopped portal', async () => {
  await portal.stop();
  expect(await verifyStorage()).toMatch(/^\d+ objects in storage, nothing missing and nothing too many\.\n$/);
});
