import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Visitor } from '../support/browser.js';
import { type Client, enterAsViewer } from '../support/client.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

type Range = [from: number, to: number];

let administrator: Visitor;
let page: Page;
let portalUrl: string;
/** A version of 8 seconds that three people watched, and a newer one that nobody watched. */
let watched: string;
let unwatched: string;

const idOfShown = async (client: Client) => (await client.get('/api/active-trailer')).json().id as string;

/** Loads the shown version and reports a viewing. Without waiting, a session can have watched 5 seconds. */
async function report(client: Client, trailerId: string, ranges: Range[], plays: Range[] = ranges) {
  // Only versions whose playlist was loaded count.
  const { filePath } = (await client.get('/api/active-trailer')).json();
  expect((await client.get(filePath)).status).toBe(200);
  const { id } = (await client.post('/api/viewing-session', { trailerId })).json();
  const update = { duration: '0:04', completed: 'false', ranges, plays: { first: 0, ranges: plays } };
  expect((await client.patch(`/api/viewing-session/${id}`, update)).status).toBe(200);
}

// One administrator works through the page, which is loaded once.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ portal, browser, files }) => {
  portalUrl = portal.url;
  const video = files.video('mp4', 8);
  const as = await publishTrailer(portalUrl, { title: 'Watched cut', video });
  watched = await idOfShown(as);
  await report(await enterAsViewer(portalUrl), watched, [[0, 4]]);
  await report(
    await enterAsViewer(portalUrl),
    watched,
    [[0, 2]],
    [
      [0, 2],
      [0, 1],
    ],
  );
  await report(await enterAsViewer(portalUrl), watched, [
    [0, 1],
    [3, 4],
  ]);
  await report(as, watched, [[0, 5]]);
  await publishTrailer(portalUrl, { title: 'New cut', video });
  unwatched = await idOfShown(as);
  administrator = await Visitor.arrive(browser, portalUrl, {
    as,
    path: `/upload/audience?version=${watched}`,
  });
  page = administrator.page;
});
test.afterAll(() => administrator?.leave());

const plot = (name: string) => page.getByRole('region', { name, exact: true });
const slider = (name: string) => page.getByRole('slider', { name, exact: true });

test('shows how many people were still watching at each second, without staff', async () => {
  const { trailerId, ...engagement } = await (
    await page.request.get(`${portalUrl}/api/audience/versions/${watched}`)
  ).json();
  expect(trailerId).toBe(watched);
  expect(engagement).toMatchObject({ viewers: 3, finished: 0, reachedEnd: 0, bucketSeconds: 1 });
  const columns = ['watching', 'saw', 'plays', 'left'].map((name) =>
    engagement.buckets.map((bucket: Record<string, number>) => bucket[name]),
  );
  expect(columns).toEqual([
    [3, 3, 2, 2, 0, 0, 0, 0],
    [3, 2, 1, 2, 0, 0, 0, 0],
    [4, 2, 1, 2, 0, 0, 0, 0],
    [0, 1, 0, 2, 0, 0, 0, 0],
  ]);
  await expect(page.getByRole('term').filter({ hasText: 'People who watched' }).locator('+ *')).toHaveText(
    '3',
  );
});

test('reads the values of a plot with the keyboard', async () => {
  const watching = slider('Still watching');
  await watching.focus();
  await expect(plot('Still watching').getByText('0:00: 3 people')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(watching).toHaveAttribute('aria-valuetext', '0:02: 2 people');
  await expect(plot('Still watching').getByText('0:02: 2 people')).toBeVisible();
  await page.keyboard.press('End');
  await expect(watching).toHaveAttribute('aria-valuetext', '0:07: 0 people');
  await page.keyboard.press('Tab');
  await expect(plot('Still watching').getByText(/\d people$/)).toHaveCount(0);
});

test('reads the value below the pointer', async () => {
  const plays = slider('Plays of each second');
  await plays.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await plays.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + (width * 1.5) / 8, y + height / 2);
  await expect(plot('Plays of each second').getByText('0:01: 2 plays, 2 people')).toBeVisible();
  await page.mouse.move(x + width / 16, y + height / 2);
  await expect(plot('Plays of each second').getByText('0:00: 4 plays, 3 people')).toBeVisible();
  await page.mouse.move(x + width / 2, y - 200);
  await expect(plot('Plays of each second').getByText(/plays, /)).toHaveCount(0);
});

test('exports the counts by second', async () => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(lines.slice(0, 3)).toEqual([
    '\uFEFFtrailerId,title,from,watching,saw,plays,left',
    expect.stringMatching(/^[0-9a-f-]{36},[^,]+,0,3,3,4,0$/),
    expect.stringMatching(/^[0-9a-f-]{36},[^,]+,1,3,2,2,1$/),
  ]);
});

for (const device of ['narrow', 'desktop'] as const) {
  test(`is accessible with its tables, ${device}`, async () => {
    await administrator.resize(device);
    for (const summary of await page.getByText('Show as table').all()) await summary.click();
    await expect(plot('Where people leave').getByRole('row')).toHaveCount(9);
    expect(await administrator.accessibilityViolations()).toEqual([]);
    expect(await administrator.overflow()).toBe(0);
    for (const summary of await page.getByText('Show as table').all()) await summary.click();
    await expect(page.getByRole('table')).toHaveCount(0);
    expect(await administrator.overflow()).toBe(0);
  });
}

test('can be printed', async () => {
  await page.emulateMedia({ media: 'print' });
  await expect(plot('Still watching').locator('svg')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeHidden();
  await page.emulateMedia({ media: null });
});

test('says that nobody has watched a version yet', async () => {
  await page.getByRole('combobox', { name: 'Version' }).selectOption(unwatched);
  await expect(page.getByText('Nobody has watched this version yet.')).toBeVisible();
  expect(page.url()).toBe(`${portalUrl}/upload/audience?version=${unwatched}`);
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await page.goBack();
  await expect(slider('Still watching')).toBeVisible();
});
