import { readFile } from 'node:fs/promises';
import { until } from '@secure-preview/testing';
import { Visitor } from '../support/browser.js';
import type { Client } from '../support/client.js';
import type { TestPortal } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

const NAME = 'Lotte Reiniger';
const EMAIL = 'lotte@kino.example';
let portal: TestPortal;
let uploader: Client;
let visitor: Visitor;
let administrator: Visitor;
let personId: string;

// Each test depends on the state that the previous one leaves.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ portal: sharedPortal, browser, files }) => {
  portal = sharedPortal;
  uploader = await publishTrailer(portal.url, {
    title: 'Perihelion',
    video: files.repeat(files.video('mp4', 8), 5),
  });
  visitor = await Visitor.arrive(browser, portal.url, 'phone');
  await visitor.enter(NAME, EMAIL);
  const [lead] = (await uploader.get(`/api/lead-captures?q=${encodeURIComponent(EMAIL)}`)).json();
  personId = lead.id;
  // Pages that a test opens are closed with it.
  administrator = await Visitor.arrive(browser, portal.url, { as: uploader, path: null });
});
test.afterAll(async () => {
  await visitor?.leave();
  await administrator?.leave();
});

/** Plays from one position of the film to another, and pauses. */
async function play(from: number, to: number): Promise<void> {
  await visitor.page.locator('video').evaluate(async (video: HTMLVideoElement, start) => {
    video.currentTime = start;
    await video.play();
  }, from);
  await visitor.page.waitForFunction((end) => {
    const video = document.querySelector('video');
    if (!video || video.seeking || video.currentTime < end) return false;
    video.pause();
    return true;
  }, to);
}
const visitOfPerson = async () =>
  (await uploader.get(`/api/audience/people/${personId}`)).json().visits[0]?.versions[0];
/** Returns the value beside a label of the only visit. */
const fact = (label: string) =>
  administrator.page
    .getByRole('list', { name: 'Visits, newest first' })
    .locator('dt', { hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd');

test('shows which parts a visitor watched, and which again', async () => {
  await visitor.watch(1);
  await play(0, 4);
  await play(1, 3);
  await play(20, 23);
  await until(
    async () => {
      const version = await visitOfPerson();
      return version?.ranges.length === 2 && version.playedSeconds > 9 && version.unconfirmed.length === 0;
    },
    { deadlineMs: 60_000, everyMs: 200, what: 'all plays to be reported, and their segments recorded' },
  );
  const { page } = administrator;
  await page.goto(`${portal.url}/upload/audience?person=${personId}`);
  await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
  await expect(page.getByText(/^This address is only claimed/)).toBeVisible();
  await expect(fact('Parts')).toHaveText(/^0:00–0:[01]\d, 0:20–0:[23]\d$/);
  await expect(fact('Seen again')).toHaveText(/^0:0\d–0:0\d/);
  await expect(fact('Confirmed')).toHaveText('100%');
  await expect(fact('Device')).toHaveText(/^Chrome on /);
  await page.getByText(/^Players opened/).click();
  await expect(page.getByText(/: played 0:00–.*0:20–/)).toBeVisible();
  expect(await administrator.accessibilityViolations()).toEqual([]);
});

/** Returns the items of a list of changes. */
const changes = (label: RegExp | string) =>
  administrator.page.getByRole('list', { name: label }).getByRole('listitem');
const CHANGES_OF_VISIT = /^Changes of access in the visit of /;
const CHANGES_OF_PERSON = 'Changes of access, oldest first';

test('keeps a trace of a playback that was ended and allowed again', async () => {
  const { page } = administrator;
  await expect(page.getByText('Changes of access', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: /^End playback/ }).click();
  await expect(changes(CHANGES_OF_VISIT)).toHaveText([
    /Playback ended: Perihelion, by an administrator \(.+\)$/,
  ]);
  await page.getByRole('button', { name: /^Allow playback again/ }).click();
  await expect(changes(CHANGES_OF_VISIT)).toHaveText([
    /Playback ended: Perihelion, by an administrator \(.+\)$/,
    /Playback allowed again: Perihelion, by an administrator \(.+\)$/,
  ]);
});

test('exports the visits', async () => {
  const { page } = administrator;
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const [heading, row, end] = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(heading).toMatch(/^\uFEFFvisitId,capturedAt,/);
  expect(row).toMatch(new RegExp(`^${personId},.*,${NAME},${EMAIL},none,.*,Perihelion,40(\\.\\d+)?,`));
  expect(row).toMatch(
    /Z playbackEnded \S+ administrator \([^)]+\); \S+Z playbackAllowed \S+ administrator \([^)]+\),0,/,
  );
  expect(end).toBe('');
});

for (const device of ['narrow', 'phone', 'tablet', 'desktop'] as const) {
  test(`fits a window and has no axe violations, ${device}`, async () => {
    await administrator.resize(device);
    expect(await administrator.overflow()).toBe(0);
    expect(await administrator.cutTexts()).toEqual([]);
    expect(await administrator.accessibilityViolations()).toEqual([]);
    await administrator.page.evaluate(() => scrollTo(0, 0));
    if (device === 'phone' || device === 'desktop') await administrator.screenshot(`person-${device}`);
  });
}

test('blocks the person, and unblocks', async () => {
  const { page } = administrator;
  const visitorStatus = async () =>
    (await visitor.page.request.get(`${portal.url}/api/active-trailer`)).status();
  expect(await visitorStatus()).toBe(200);
  await page.getByRole('button', { name: `Block ${NAME}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByRole('button', { name: `Unblock ${NAME}` })).toBeVisible();
  await expect(fact('Blocked by')).toHaveText(`address ${EMAIL}`);
  expect(await visitorStatus()).toBe(403);
  await administrator.dismissToast();
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await page.getByRole('button', { name: `Unblock ${NAME}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByRole('button', { name: `Block ${NAME}`, exact: true })).toBeVisible();
  await expect(changes(CHANGES_OF_PERSON)).toHaveText([
    new RegExp(`Blocked: address ${EMAIL}, by an administrator \\(.+\\)$`),
    new RegExp(`Unblocked: address ${EMAIL}, by an administrator \\(.+\\)$`),
  ]);
  expect(await visitorStatus()).toBe(200);
});

test('says that a person is unknown, and leads back to the audience', async () => {
  const { page } = administrator;
  await page.goto(`${portal.url}/upload/audience?person=nobody`);
  await expect(page.getByRole('heading', { level: 1, name: 'Person not found' })).toBeVisible();
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await page.getByRole('link', { name: 'Back to the audience' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audience' })).toBeFocused();
});
