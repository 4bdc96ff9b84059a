import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { makeVideo } from '@secure-preview/standalone';
import { temporaryDir, until } from '@secure-preview/testing';
import { Visitor } from '../support/browser.js';
import type { Client } from '../support/client.js';
import type { TestPortal } from '../support/portal.js';
import { dataDirOf, runPortalCommand } from '../support/portal-command.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

/** Milliseconds for the examination of a short clip, on a busy machine. */
const EXAMINED_WITHIN_MS = 180_000;
/** Of an address of a case. */
const CASE = /\/upload\/leaks\/[0-9a-f-]{36}$/;

let portal: TestPortal;
let uploader: Client;
let administrator: Visitor;
let page: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser, markingPortal }) => {
  const folder = temporaryDir('leak-desk');
  const video = await makeVideo(folder, { seconds: 12, size: '320x180', videoBitsPerSecond: 400_000 });
  portal = markingPortal;
  uploader = await publishTrailer(portal.url, { title: 'Perihelion, marked', video });
  administrator = await Visitor.arrive(browser, portal.url, { as: uploader, path: '/upload/leaks' });
  page = administrator.page;
});
test.afterAll(() => administrator?.leave());

async function expectUsable(name: string): Promise<void> {
  for (const device of ['desktop', 'phone', 'narrow'] as const) {
    await administrator.resize(device);
    if (device !== 'phone') expect(await administrator.accessibilityViolations()).toEqual([]);
    expect(await administrator.overflow()).toBe(0);
    expect(await administrator.cutTexts()).toEqual([]);
    await administrator.snapshot(`${name}-${device}`);
  }
  await administrator.resize('desktop');
}

test('has no cases at first', async () => {
  await expect(page.getByText('No clip has been examined yet.')).toBeVisible();
  await expect(page.getByText('No version is marked')).toBeHidden();
  await expectUsable('leaks-empty');
});

test('finds nobody in a dropped clip of another film', async ({ files }) => {
  await until(
    async () => {
      const [trailer] = (await uploader.get('/api/trailers')).json();
      return trailer.markCheck !== null;
    },
    { deadlineMs: EXAMINED_WITHIN_MS, everyMs: 500, what: 'the index of the trailer' },
  );
  const dataTransfer = await page.evaluateHandle(
    async (base64) => {
      const bytes = await (await fetch(`data:video/mp4;base64,${base64}`)).blob();
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'another film.mp4', { type: 'video/mp4' }));
      return transfer;
    },
    readFileSync(files.video('mp4', 6, [320, 180])).toString('base64'),
  );
  await page.getByText('Drop a clip here, or choose one.').dispatchEvent('drop', { dataTransfer });
  await page.getByRole('button', { name: 'Upload clip', exact: true }).click();
  await page.waitForURL(CASE);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('another film.mp4');
  const verdict = page.getByRole('region', { name: 'Inconclusive' });
  await expect(verdict).toBeVisible({ timeout: EXAMINED_WITHIN_MS });
  // The reason is another one if the still pictures of both films are taken for the same.
  await expect(verdict).toContainText('Nobody is named.');
  await expect(page.getByRole('region', { name: 'What this means' })).toBeVisible();
  await expectUsable('leak-inconclusive');
});

test('gives the command the same result', async ({ files }) => {
  const args = ['identify', files.video('mp4', 6, [320, 180]), '--json'];
  const { code, stdout } = await runPortalCommand(args, dataDirOf(portal));
  expect({ code, found: JSON.parse(stdout) as unknown }).toMatchObject({
    code: 0,
    found: {
      verdict: 'inconclusive',
      people: [],
      reason: { code: expect.any(String) },
    },
  });
});

test('keeps the note of a case', async () => {
  await page.getByLabel('Note on this found copy').fill('Found on a forum');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Note on this found copy')).toHaveValue('Found on a forum');
});

test('prints the report on white paper, without the navigation', async () => {
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/: report on a found copy$/)).toBeVisible();
  await expect(page.getByText('Found on a forum').locator('visible=true')).toHaveCount(1);
  await expect(page.getByRole('navigation')).toBeHidden();
  const colour = await page.getByRole('region', { name: 'Inconclusive' }).evaluate((section) => {
    const { color, boxShadow } = getComputedStyle(section);
    return { color, boxShadow };
  });
  expect(colour).toEqual({ color: 'rgb(0, 0, 0)', boxShadow: 'none' });
  await page.emulateMedia({ media: 'screen' });
});

test('lists the case, and deletes it', async () => {
  await page.getByRole('link', { name: 'All clips' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'another film.mp4' });
  await expect(row).toContainText('Inconclusive');
  await expectUsable('leaks');
  await row.getByRole('link', { name: 'another film.mp4' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await administrator.expectToast('Found Copy Deleted');
  await expect(page.getByText('No clip has been examined yet.')).toBeVisible();
});
