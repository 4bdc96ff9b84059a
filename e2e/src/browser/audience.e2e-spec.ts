import { readFile } from 'node:fs/promises';
import { type Device, Visitor } from '../support/browser.js';
import type { Client } from '../support/client.js';
import type { TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

/** Long enough that a late pause of the second visitor does not finish it. */
const SECONDS = 9;
let portal: TestPortal;
/** Reads as an administrator before the tests have signed in. */
let owner: Client;
let viewers: Visitor[] = [];
let administrator: Visitor;

// Each test depends on the state that the previous one leaves.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ portal: sharedPortal, browser, files }) => {
  portal = sharedPortal;
  owner = await publishTrailer(portal.url, { title: 'Audience cut', video: files.video('mp4', SECONDS) });
  const finisher = await Visitor.arrive(browser, portal.url, 'enlarged');
  await finisher.enter('Grete Hermann', 'grete@audience.example');
  const glancer = await Visitor.arrive(browser, portal.url, 'enlarged');
  await glancer.enter('سارة Hermann', 'sara@audience.example');
  viewers = [finisher, glancer];
  administrator = await Visitor.arrive(browser, portal.url);
  await administrator.enter('The Producer of audience', 'producer@audience.example');
});
test.afterAll(async () => {
  for (const visitor of [...viewers, administrator]) await visitor?.leave();
});

/** Plays for some seconds, then pauses, and waits until what was watched is stored. */
async function watch(visitor: Visitor, email: string, seconds: number): Promise<void> {
  // The page itself pauses: a busy test would do so too late.
  await visitor.page.locator('video').evaluate((video: HTMLVideoElement, end) => {
    video.addEventListener('timeupdate', () => video.currentTime >= end && video.pause());
  }, seconds);
  await visitor.watch(seconds);
  const watchedSeconds = async () =>
    (await owner.get(`/api/audience/people?q=${encodeURIComponent(email)}`)).json().people[0]?.watchedSeconds;
  await expect.poll(watchedSeconds).toBeGreaterThanOrEqual(seconds - 0.25);
}
const figure = async (name: string) =>
  Number(
    (
      await administrator.page
        .locator('dl > div', { has: administrator.page.getByText(name, { exact: true }) })
        .locator('dd')
        .first()
        .textContent()
    )?.replace(/\D/g, ''),
  );
const rowOf = (name: string) => administrator.page.getByRole('row').filter({ hasText: name });
const names = () => administrator.page.locator('tbody tr td:first-child a').allInnerTexts();

test('the upload page says who came, and leads to the audience', async () => {
  const [finisher, glancer] = viewers;
  await watch(finisher as Visitor, 'grete@audience.example', SECONDS - 0.3);
  await watch(glancer as Visitor, 'sara@audience.example', 1.5);
  await administrator.openUploadPage();
  const { page } = administrator;
  await page.getByRole('link', { name: /^\d+ people · 1 finished/ }).click();
  await expect(page.getByRole('heading', { name: 'Audience', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^People \(\d+\)$/ })).toBeVisible();
  expect(await figure('Watched')).toBe(2);
  expect(await figure('Finished')).toBe(1);
  expect(await figure('Mean share')).toBeGreaterThan(50);
  expect(await figure('Mean share')).toBeLessThan(90);
  expect(await figure('Open invitations')).toBeGreaterThanOrEqual(0);
});

test('finds people in any script, sorts them, and leaves staff out', async () => {
  const { page } = administrator;
  const found = page.getByText(/^\d+ of \d+ shown$/);
  await page.getByRole('searchbox').fill('AUDIENCE.example');
  await expect(found).toHaveText('2 of 2 shown');
  await expect(rowOf('Grete Hermann').getByText(/^0:0\d, (9\d|100)%$/)).toBeVisible();
  await page.getByRole('button', { name: 'Watched' }).click();
  await expect(page.getByRole('columnheader', { name: 'Watched' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect.poll(names).toEqual(['Grete Hermann', 'سارة Hermann']);
  await page.getByRole('button', { name: 'Watched' }).click();
  await expect.poll(names).toEqual(['سارة Hermann', 'Grete Hermann']);
  // Other specs have visitors with the same first name.
  await page.getByRole('searchbox').fill('سارة Hermann');
  await expect(found).toHaveText('1 of 1 shown');
  await page.getByRole('searchbox').fill('producer@audience');
  await expect(page.getByText('Nobody matches.')).toBeVisible();
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await page.getByRole('searchbox').fill('audience.example');
  await expect(found).toHaveText('2 of 2 shown');
});

test('exports what is found', async () => {
  const { page } = administrator;
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFFid,name,email,verifiedBy,firstAt,lastAt,visits,networks,trailerId,title,watchedSeconds,watchedShare,flags,blocked',
  );
  // By the first visit.
  expect(lines[1]).toContain(',Grete Hermann,grete@audience.example,none,');
  expect(lines[2]).toContain(',سارة Hermann,sara@audience.example,none,');
  expect(lines.slice(3)).toEqual(['']);
});

test('opens a person, and keeps the search on the way back', async () => {
  const { page } = administrator;
  await page.getByRole('link', { name: 'Grete Hermann' }).click();
  await expect(page).toHaveURL(/\/upload\/audience\?person=[\w-]{36}$/);
  const address = page.url();
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('audience.example');
  await expect.poll(names).toEqual(['سارة Hermann', 'Grete Hermann']);
  await page.goto(`${portal.url}/upload`);
  await page.getByRole('row').getByRole('link', { name: 'Grete Hermann' }).click();
  await expect(page).toHaveURL(address);
});

for (const [device, width, height] of [
  ['phone', 320, 640],
  ['tablet', 768, 1024],
  ['desktop', 1440, 900],
] as const satisfies readonly (readonly [Device, number, number])[]) {
  test(`is accessible and needs no horizontal scrolling, ${device}`, async () => {
    const { page } = administrator;
    await page.setViewportSize({ width, height });
    await page.goto(`${portal.url}/upload`);
    const line = page.getByRole('link', { name: /^\d+ people · 1 finished/ });
    await expect(line).toBeVisible();
    expect(await administrator.accessibilityViolations()).toEqual([]);
    await administrator.snapshot(`audience-line-${device}`);
    await line.click();
    await expect(rowOf('Grete Hermann')).toBeVisible();
    await page.waitForFunction((expected) => innerWidth === expected, width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    expect(await administrator.accessibilityViolations()).toEqual([]);
    await administrator.screenshot(`audience-${device}`);
  });
}
