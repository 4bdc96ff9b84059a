import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { until } from '@secure-preview/testing';
import { Visitor } from '../support/browser.js';
import { Client, enterAsViewer } from '../support/client.js';
import type { TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

let portal: TestPortal;
let viewer: Visitor;
let administrator: Visitor;

// Each test depends on the state that the previous one leaves.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ portal: sharedPortal, browser, files }) => {
  portal = sharedPortal;
  await publishTrailer(portal.url, { title: 'Perihelion', video: files.repeat(files.video('mp4', 8), 5) });
  viewer = await Visitor.arrive(browser, portal.url);
  await viewer.enter('Astrid Bergström', 'astrid@example.com');
  administrator = await Visitor.arrive(browser, portal.url);
  await administrator.enter('The Producer of leads', 'producer@leads.example');
});
test.afterAll(async () => {
  await viewer?.leave();
  await administrator?.leave();
});

/** Returns axe's findings once the last toast has disappeared. */
async function findings(): Promise<string[]> {
  await administrator.dismissToast();
  return administrator.accessibilityViolations();
}
const rowOf = (name: string) => administrator.page.getByRole('row').filter({ hasText: name });

test('shows viewers with their watched time and last activity, and marks staff', async () => {
  await viewer.watch(3);
  const reported = viewer.page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.url().includes('/api/viewing-session/'),
  );
  await viewer.page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
  await reported;
  await administrator.openUploadPage();
  await expect(rowOf('Astrid').getByText(/^0:\d\d, \d+%$/)).toBeVisible();
  await expect(rowOf('The Producer of leads').getByText('You', { exact: true })).toBeVisible();
  await expect(rowOf('The Administrator').first().getByText('Staff', { exact: true })).toBeVisible();
  expect(await findings()).toEqual([]);
});

test('shows delivered time next to watched time for viewers, and nothing for staff', async () => {
  const { page } = administrator;
  const statsOfLead = async () =>
    (await (await page.request.get(`${portal.url}/api/lead-captures?q=astrid`)).json())[0];
  // Deliveries are recorded in batches.
  const { deliveredSeconds, deliveredShare } = await until(
    async () => {
      const stats = await statsOfLead();
      return stats.deliveredSeconds > stats.watchedSeconds ? stats : undefined;
    },
    { deadlineMs: 60_000, everyMs: 200, what: 'more seconds to be delivered than watched' },
  );
  expect(deliveredShare).toBeCloseTo(Math.min(1, deliveredSeconds / 40), 1);
  await page.reload();
  await expect(rowOf('Astrid').getByText(/^sent 0:\d\d$/)).toBeVisible();
  expect(await rowOf('The Producer of leads').getByText(/^sent/).count()).toBe(0);
  expect(await findings()).toEqual([]);
});

test('finds a lead by part of its name, and exports what is found', async () => {
  const { page } = administrator;
  await page.getByRole('searchbox').fill('trid bergstr');
  await expect(rowOf('The Producer of leads')).toHaveCount(0);
  await expect(rowOf('Astrid')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const [heading, row] = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(heading).toMatch(/^\uFEFFid,capturedAt,name,email,/);
  expect(row).toContain(',Astrid Bergström,astrid@example.com,none,');
  await page.getByRole('searchbox').fill('nobody at all');
  await expect(page.getByText('No lead matches “nobody at all”.')).toBeVisible();
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(rowOf('The Producer of leads')).toBeVisible();
});

test('shows a viewer at once that the visit was ended, until the visit is allowed again', async () => {
  const { page } = administrator;
  await page.getByRole('button', { name: 'End visit of Astrid Bergström' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/stops within seconds/)).toBeVisible();
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await dialog.getByRole('button', { name: 'End visit' }).click();
  await expect(page.getByRole('button', { name: 'Allow again: Astrid Bergström' })).toBeVisible();

  await expect(viewer.page.getByRole('heading', { name: 'Your access has ended' })).toBeVisible();
  await expect(viewer.page.getByText('Your visit was ended.')).toBeVisible();
  await expect(viewer.page.locator('video')).toHaveCount(0);
  const status = await viewer.page.request.get(`${portal.url}/api/active-trailer`);
  expect(status.status()).toBe(403);

  await page.getByRole('button', { name: 'Allow again: Astrid Bergström' }).click();
  await dialog.getByRole('button', { name: 'Allow again' }).click();
  await expect(page.getByRole('button', { name: 'End visit of Astrid Bergström' })).toBeVisible();
  await viewer.page.reload();
  await expect(viewer.page.locator('video')).toBeVisible();
});

test('blocks the address of a lead in its row, and unblocks it', async () => {
  const { page } = administrator;
  const viewerStatus = async () =>
    (await viewer.page.request.get(`${portal.url}/api/active-trailer`)).status();
  await page.getByRole('button', { name: 'Block Astrid Bergström', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/can come back under another address/)).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'astrid@example.com' })).toBeChecked();
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(rowOf('Astrid').getByText('Blocked')).toBeVisible();
  expect(await viewerStatus()).toBe(403);

  await page.getByRole('button', { name: 'Unblock Astrid Bergström' }).click();
  expect(await findings()).toEqual([]);
  await dialog.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByRole('button', { name: 'Block Astrid Bergström', exact: true })).toBeVisible();
  expect(await viewerStatus()).toBe(200);
});

for (const [device, width, height] of [
  ['phone', 320, 640],
  ['tablet', 768, 1024],
  ['laptop', 1280, 800],
  ['desktop', 1440, 900],
] as const) {
  test(`needs no horizontal scrolling, ${device}`, async () => {
    const { page } = administrator;
    await page.setViewportSize({ width, height });
    await page
      .getByRole('heading', { name: /^Lead Captures/ })
      .evaluate((heading) => heading.scrollIntoView());
    await expect(page.getByRole('button', { name: 'End visit of Astrid Bergström' })).toBeVisible();
    await page.waitForFunction((expected) => innerWidth === expected, width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect(await findings()).toEqual([]);
    if (device !== 'laptop') await administrator.screenshot(`leads-${device}`);
  });
}

test('shows the actions of a lead beside each other on a laptop', async () => {
  const { page } = administrator;
  await page.setViewportSize({ width: 1280, height: 800 });
  const topOf = async (name: string) =>
    (await page.getByRole('button', { name, exact: true }).boundingBox())?.y;
  await expect.poll(() => topOf('Block Astrid Bergström')).toBe(await topOf('End visit of Astrid Bergström'));
  const height = (await rowOf('Astrid').boundingBox())?.height;
  expect(height).toBeLessThan(100);
  const address = page.getByRole('link', { name: 'astrid@example.com' });
  expect((await address.boundingBox())?.height).toBeLessThan(30);
});

test('wraps a long e-mail address in the middle, never before its last letters', async () => {
  const email = 'katharina.bergmann.von.hohenstauffen@studiobabelsberg.example';
  const visitor = new Client(portal.url);
  await visitor.post('/api/auth/lead-capture', { name: 'Katharina', email, termsAccepted: 'true' });
  const { page } = administrator;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const link = page.getByRole('link', { name: email, exact: true });
  const [first = 0, second = 0] = await link.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].map(({ width }) => width);
  });
  expect(second).toBeGreaterThan(first / 2);
});

test('counts time played until Exit, even without an earlier report', async ({ browser }) => {
  const visitor = await Visitor.arrive(browser, portal.url);
  const { page } = visitor;
  // Rejects every report during playback, even on a slow machine.
  let isLeaving = false;
  await page.route('**/api/viewing-session/*', (route) =>
    isLeaving ? route.continue() : route.fulfill({ status: 503, body: '' }),
  );
  await visitor.enter('Emmy Noether', 'emmy@example.com');
  await visitor.watch(3.8);
  const played = await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  isLeaving = true;
  await page.getByRole('button', { name: 'Exit' }).click();
  await expect(page.getByRole('button', { name: 'Access Trailer' })).toBeVisible();
  const answer = await administrator.page.request.get(`${portal.url}/api/lead-captures?q=emmy`);
  expect((await answer.json())[0].watchedSeconds).toBeGreaterThan(played - 0.5);
});

test('limits the watched time of all viewings of a session to the elapsed time, and does not count HEAD as a delivery', async () => {
  const name = `Forger ${randomUUID()}`;
  const entered = performance.now();
  const forger = await enterAsViewer(portal.url, name);
  const { id: trailerId, filePath } = (await forger.get('/api/active-trailer')).json();
  const linesOf = async (path: string) => (await forger.get(path)).text.split('\n');
  const [playlist = ''] = (await linesOf(filePath)).filter((line) => line.startsWith('/'));
  const [last = '', ...others] = (await linesOf(playlist))
    .filter((line) => line.includes('/segments/'))
    .reverse();
  expect(others.length).toBeGreaterThan(3);
  for (const segment of [...others, last]) {
    const { status, headers } = await forger.call('HEAD', segment);
    expect([status, headers.get('location')]).toEqual([200, null]);
  }
  await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const { id } = (await forger.post('/api/viewing-session', { trailerId })).json();
      const claim = { duration: '0:40', completed: 'true', ranges: [[n * 5, n * 5 + 5]] };
      expect((await forger.patch(`/api/viewing-session/${id}`, claim)).status).toBe(200);
    }),
  );
  const elapsed = (performance.now() - entered) / 1000;
  expect((await forger.get(last)).status).toBe(302);
  const statsOfLead = async () =>
    (await (await administrator.page.request.get(`${portal.url}/api/lead-captures?q=${name}`)).json())[0];
  // Earlier deliveries would be recorded no later than the last segment.
  const { watchedSeconds, deliveredSeconds } = await until(
    async () => {
      const stats = await statsOfLead();
      return stats.deliveredSeconds > 0 ? stats : undefined;
    },
    { deadlineMs: 60_000, everyMs: 200, what: 'the last segment to be recorded' },
  );
  expect(watchedSeconds).toBeGreaterThanOrEqual(5);
  expect(watchedSeconds).toBeLessThanOrEqual(5 + elapsed);
  expect(deliveredSeconds).toBeLessThan(5);
});
