import type { Locator, Page } from '@playwright/test';
import { Visitor } from '../support/browser.js';
import { enterAsUploader, enterAsViewer } from '../support/client.js';
import type { TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

/** Milliseconds for 2 s of the live page (docs/product.md#live) and 3 s of an ended picture, on a busy machine. */
const [SHOWN_WITHIN_MS, ENDED_WITHIN_MS] = [10_000, 10_000];
/** Seconds of the trailer. */
const LENGTH = 40;

let portal: TestPortal;
let administrator: Visitor;
let live: Page;
let visitor: Visitor;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ portal: sharedPortal, browser, files }) => {
  portal = sharedPortal;
  await publishTrailer(portal.url, { title: 'Aphelion', video: files.video('mp4', LENGTH) });
  const as = await enterAsUploader(portal.url);
  administrator = await Visitor.arrive(browser, portal.url, { as, path: '/upload/live' });
  live = administrator.page;
  const guest = await enterAsViewer(portal.url, 'Ragnhild Sørbø');
  visitor = await Visitor.arrive(browser, portal.url, { device: 'enlarged', as: guest, path: null });
});
test.afterAll(async () => {
  await visitor?.leave();
  await administrator?.leave();
});

const counts = () => live.getByRole('main').getByRole('status').first();
const row = (name = 'Ragnhild Sørbø') => live.getByRole('listitem').filter({ hasText: name });
const video = (change: (element: HTMLVideoElement) => void) => visitor.page.locator('video').evaluate(change);

/** Expects that the live page shows a change in time. */
async function expectShown(text: RegExp | string, of: Locator = row()): Promise<void> {
  await expect(of).toContainText(text, { timeout: SHOWN_WITHIN_MS });
}

test('shows that nobody is watching', async () => {
  await expect(counts()).toHaveText('Nobody is watching now.');
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await administrator.snapshot('live-empty');
});

test('shows the start of a visitor', async () => {
  await visitor.page.goto(portal.url);
  await visitor.page.locator('video').waitFor();
  await expect(row()).toHaveCount(0);
  await visitor.watch(0.1);
  await expectShown(/PlayingAphelion/);
  await expect(counts()).toHaveText('1 watching, 1 playing');
  await expectShown(/viewer@example\.com claimed.*0:\d\d of 0:40.*Since.*Chrome on Linux.*127\.0\.0\.1/);
});

test('shows pause, seek and resumption', async () => {
  await visitor.page.keyboard.press('k');
  await expectShown('Paused');
  await expect(counts()).toHaveText('1 watching, 0 playing');
  await video((element) => {
    element.currentTime = 30;
  });
  await expectShown(/Paused.*0:30 of 0:40/);
  await visitor.slowDown();
  await visitor.page.keyboard.press('k');
  await expectShown(/Playing.*0:3\d of 0:40/);
  await visitor.page.keyboard.press('ArrowLeft');
  await expectShown(/0:2\d of 0:40/);
});

for (const device of ['desktop', 'tablet', 'phone', 'narrow'] as const) {
  test(`is accessible and complete on a ${device} screen`, async () => {
    await administrator.resize(device);
    expect(await administrator.accessibilityViolations()).toEqual([]);
    expect(await administrator.overflow()).toBe(0);
    expect(await administrator.cutTexts()).toEqual([]);
    await administrator.snapshot(`live-${device}`);
    await administrator.resize('desktop');
  });
}

test('finds visitors, and follows only those that it shows', async () => {
  const search = live.getByLabel('Search name or email address');
  await search.fill('nobody');
  await expect(live.getByText('No open player matches.')).toBeVisible();
  await expect(counts()).toHaveText(/^1 watching/);
  const [request] = await Promise.all([live.waitForRequest(/\/api\/live/), search.fill('ragnhild')]);
  expect(new URL(request.url()).searchParams.get('limit')).toBe('100');
  await expect(row()).toBeVisible();
  await search.fill('');
});

test('shows only flagged visits by keyboard, and says that there are none', async () => {
  const flags = live.getByLabel('Flags of the visits');
  await live.getByLabel('Search name or email address').focus();
  await live.keyboard.press('Tab');
  await expect(flags).toBeFocused();
  await live.keyboard.press('F');
  await expect(flags).toHaveValue('flagged');
  await expect(live.getByText('No visit with an open player is flagged.')).toBeVisible();
  await expect(counts()).toHaveText(/^1 watching/);
  for (const device of ['desktop', 'phone', 'narrow'] as const) {
    await administrator.resize(device);
    expect(await administrator.accessibilityViolations()).toEqual([]);
    expect(await administrator.overflow()).toBe(0);
    expect(await administrator.cutTexts()).toEqual([]);
    await administrator.snapshot(`live-flagged-${device}`);
  }
  await administrator.resize('desktop');
  await live.getByRole('button', { name: 'Clear search and filter' }).click();
  await expect(row()).toBeVisible();
});

test('leads to the page of the person, and keeps the order on the way back', async () => {
  const order = live.getByLabel('Order of the players');
  await order.selectOption('Newest first');
  await row().getByRole('link', { name: 'Ragnhild Sørbø' }).click();
  await expect(live).toHaveURL(/\/upload\/audience\?person=/);
  await live.goBack();
  await expect(row()).toBeVisible();
  await expect(order).toHaveValue('newest');
});

test('shows the end', async () => {
  await video((element) => {
    element.defaultPlaybackRate = 1;
    element.playbackRate = 1;
    element.currentTime = element.duration - 0.5;
  });
  await visitor.page.waitForFunction(() => document.querySelector('video')?.ended);
  await expectShown(/Finished.*0:40 of 0:40/);
  await expect(counts()).toHaveText('Nobody is watching now.');
});

test('removes a visitor who leaves, and shows one who comes back', async () => {
  // A page of another site would end this one after 500 ms, sometimes before its last report (Chromium, busy machine).
  await visitor.page.goto(`${portal.url}/upload`);
  await expect(row()).toHaveCount(0, { timeout: SHOWN_WITHIN_MS });
  await visitor.page.goto(portal.url);
  await visitor.watch(0.1);
  await expectShown('Playing');
  await visitor.slowDown();
});

test('shows no signal 15 s after a lost connection, and nothing after 30 s', async () => {
  await visitor.page.keyboard.press('k');
  await expectShown('Paused');
  await visitor.context.setOffline(true);
  await expect(row()).toContainText('No signal', { timeout: 20_000 });
  await expect(row()).toHaveCount(0, { timeout: 20_000 });
  await visitor.context.setOffline(false);
  await expect(row()).toContainText('Paused', { timeout: 10_000 });
});

test('ends a playback, which the page of the person allows again', async () => {
  await row().getByRole('button', { name: 'End playback: Ragnhild Sørbø' }).click();
  const ended = visitor.page.getByRole('heading', { name: 'The playback has ended' });
  await expect(ended).toBeVisible({ timeout: ENDED_WITHIN_MS });
  await expect(visitor.page.locator('video')).toHaveCount(0);
  // The player has closed. Its row stays where it was, so that nothing moves under the pointer.
  await expectShown(/Playback ended/);
  await expect(counts()).toHaveText('Nobody is watching now.');

  await live.goto(`${portal.url}/upload/audience?q=Ragnhild`);
  await live.getByRole('link', { name: 'Ragnhild Sørbø' }).click();
  await expect(live.getByText('Playback ended', { exact: true })).toBeVisible();
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await live.getByRole('button', { name: /^Allow playback again/ }).click();
  await expect(live.getByRole('button', { name: /^End playback/ })).toBeVisible();
  await visitor.page.getByRole('button', { name: 'Try again' }).click();
  await visitor.page.locator('video').waitFor();
  await visitor.watch(0.1);
  await live.goto(`${portal.url}/upload/live`);
  await expect(row()).toBeVisible();
});

test('removes a visitor who exits', async () => {
  await visitor.page.getByRole('button', { name: 'Exit' }).click();
  await visitor.page.getByRole('button', { name: 'Access Trailer' }).waitFor();
  await expect(row()).toHaveCount(0, { timeout: SHOWN_WITHIN_MS });
});
