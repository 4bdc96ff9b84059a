import type { Locator, Page } from '@playwright/test';
import { until } from '@secure-preview/testing';
import { changeGateMode, closeGate, invite, restoreSettings } from '../support/access-admin.js';
import { type Device, Visitor } from '../support/browser.js';
import { Client, enterAsUploader } from '../support/client.js';
import type { MailPortal } from '../support/mail-portal.js';
import { expect, test } from '../support/test.js';
import { UploadPage } from '../support/upload-page.js';

let portal: MailPortal;
let admin: Client;
let administrator: Visitor;

const EMAIL = 'jean@gate-art.example';
const KEY_ART = { width: 1920, height: 1080 };
const LOGO = { width: 800, height: 160 };

// Each test depends on the settings that the previous one saved.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser, mailPortal }) => {
  portal = mailPortal;
  admin = await enterAsUploader(portal.url);
  administrator = await Visitor.arrive(browser, portal.url, { as: admin, path: '/upload/settings' });
});
test.afterAll(async () => {
  await administrator?.leave();
  await restoreSettings(admin);
});

const artOf = async (client: Client) => (await client.get('/api/config')).json().gateArt;
const valuesOf = async () => (await admin.get('/api/settings')).json().values;
const keyArt = (page: Page) => page.locator('.key-art img');
const logo = (page: Page) => page.getByRole('img', { name: 'Meridian Film' });

async function save(): Promise<void> {
  const { page } = administrator;
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await administrator.expectToast('Settings Saved');
  await administrator.dismissToast();
}

/** Returns the width of an image in pixels; 0 if it has not loaded. */
const naturalWidth = (image: ReturnType<typeof keyArt>) =>
  image.evaluate((element: HTMLImageElement) => element.decode().then(() => element.naturalWidth));

/** Returns the lower edge of an element in CSS pixels from the top of the window. */
async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);
}

/** Returns the sum of the layout shifts since the page was loaded. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const add = (list: PerformanceObserverEntryList) =>
          resolve(
            list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
          );
        new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
        // Without shifts, the observer is never called.
        setTimeout(() => resolve(0), 500);
      }),
  );

/** Checks that the gate shows both images and fits the window. */
async function expectArt({ page }: Visitor): Promise<void> {
  await expect(logo(page)).toBeVisible();
  expect(await naturalWidth(keyArt(page))).toBe(KEY_ART.width);
  expect(await naturalWidth(logo(page))).toBe(LOGO.width);
}

test('shows no image and has no link preview while gate art is off', async ({ browser }) => {
  const visitor = await Visitor.arrive(browser, portal.url);
  const { page } = visitor;
  await expect(page.getByRole('button', { name: 'Access Trailer' })).toBeVisible();
  await expect(page.locator('img')).toHaveCount(0);
  await expect(page.locator('.key-art, meta[property], meta[name="gate-art"]')).toHaveCount(0);
  expect(await artOf(new Client(portal.url))).toBeNull();
  await visitor.leave();
});

test('an administrator uploads both images, previews them, and turns them on', async ({ files }) => {
  const { page } = administrator;
  const dialogs = new UploadPage(administrator);
  const field = (name: string) => page.getByRole('group', { name, exact: true });
  await dialogs.button('Upload Key Art').click();
  await dialogs.choose(files.image(400, 400));
  await expect(dialogs.dialog.getByText('Key art must be 16:9')).toBeVisible();
  await page.keyboard.press('Escape');
  for (const [name, button, { width, height }] of [
    ['Key art', 'Upload Key Art', KEY_ART],
    ['Logo', 'Upload Logo', LOGO],
  ] as const) {
    await dialogs.button(button).click();
    await administrator.sendFile(files.image(width, height));
    await expect(field(name).getByRole('img')).toBeVisible();
  }
  await page.getByRole('checkbox', { name: 'Show logo and key art' }).check();
  await expect(page.getByText('3 unsaved changes')).toBeVisible();
  const preview = page.frameLocator('iframe');
  await expect(preview.locator('.key-art img')).toBeVisible();
  await expect(preview.getByRole('img', { name: 'Meridian Film', includeHidden: true })).toBeVisible();
  for (const device of ['desktop', 'narrow'] as const) {
    await administrator.resize(device);
    expect(await administrator.overflow()).toBe(0);
    expect(await administrator.accessibilityViolations()).toEqual([]);
  }
  await administrator.resize('desktop');
  await save();
  await page.getByRole('button', { name: 'Show preview of the mail' }).click();
  const mail = page.frameLocator('iframe[title="Preview of the mail"]');
  const inMail = mail.locator('img');
  await expect(inMail).toHaveCount(2);
  expect(await naturalWidth(inMail.first())).toBe(480);
  expect(await naturalWidth(inMail.last())).toBe(1200);
  // The text below the images needs no scrolling.
  expect(await bottomOf(mail.getByText('Open the preview'))).toBeLessThan(
    await bottomOf(page.getByTitle('Preview of the mail')),
  );
  const { logoId, keyArtId } = await valuesOf();
  await expect(page.getByRole('list', { name: 'Changes of the settings' })).toContainText(
    `Key artdefault→changed toimage ${keyArtId.slice(0, 8)}`,
  );
  const stranger = new Client(portal.url);
  const art = { logo: `/api/gate/images/${logoId}`, keyArt: `/api/gate/images/${keyArtId}` };
  await until(async () => JSON.stringify(await artOf(stranger)) === JSON.stringify(art), {
    deadlineMs: 2000,
    what: 'the gate to follow the change',
  });
});

for (const device of ['phone', 'desktop'] as const satisfies readonly Device[]) {
  test(`a stranger sees the images at once, and nothing moves: ${device}`, async ({ browser }) => {
    const visitor = await Visitor.arrive(browser, portal.url, device);
    const { page } = visitor;
    await expectArt(visitor);
    expect(await layoutShift(page)).toBe(0);
    expect(await visitor.overflow()).toBe(0);
    expect(await visitor.accessibilityViolations()).toEqual([]);
    await visitor.screenshot(`gate-art-${device}`);
    await visitor.leave();
  });
}

test('has a link preview with the company and the key art', async () => {
  const stranger = new Client(portal.url);
  const page = await stranger.get('/');
  const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(page.text) ?? [];
  expect(page.text).toContain('<meta property="og:title" content="Meridian Film" />');
  expect(image).toBe(`${portal.url}${(await artOf(stranger)).keyArt}`);
  const read = await fetch(image);
  expect(read.status).toBe(200);
  expect(read.headers.get('content-type')).toBe('image/jpeg');
});

test('where only invited people enter, shows the images only after a link was opened', async ({
  browser,
}) => {
  await closeGate(admin, portal.mailbox, 'invited');
  const { keyArtId } = await valuesOf();
  const path = `/api/gate/images/${keyArtId}`;
  const stranger = await Visitor.arrive(browser, portal.url);
  await expect(stranger.page.getByRole('button', { name: 'Access Trailer' })).toBeVisible();
  await expect(stranger.page.locator('img')).toHaveCount(0);
  expect((await new Client(portal.url).get(path)).status).toBe(404);
  expect((await new Client(portal.url).get('/')).text).not.toContain('<meta property=');
  await stranger.leave();

  await invite(admin, [{ email: EMAIL }]);
  const link = await portal.mailbox.link(EMAIL);
  await expectArtInMail();
  const invited = await Visitor.arrive(browser, portal.url, { device: 'phone', path: null });
  await invited.page.goto(link);
  await expectArt(invited);
  expect(await invited.page.evaluate((url) => fetch(url).then(({ status }) => status), path)).toBe(200);
  expect(await invited.accessibilityViolations()).toEqual([]);
  await reopened(invited);
  await invited.leave();
});

/** Checks that the mail shows both images out of its own parts. */
async function expectArtInMail(): Promise<void> {
  const { logoId, keyArtId } = await valuesOf();
  const mail = await portal.mailbox.text(EMAIL);
  const ids = [logoId, keyArtId].map((id) => `${id}@kino.example`);
  const found = (pattern: RegExp) => [...mail.matchAll(pattern)].map(([, id]) => id);
  expect(found(/src="cid:([^"]+)"/g)).toEqual(ids);
  expect(found(/^Content-ID: <(.+)>/gim)).toEqual(ids);
  expect(mail.match(/Content-Disposition: inline/g)).toHaveLength(2);
}

/** Checks that the images are there again without the link, and nothing moves. */
async function reopened(visitor: Visitor): Promise<void> {
  const { page, base } = visitor;
  await page.goto(`${base}/`);
  await expectArt(visitor);
  expect(await layoutShift(page)).toBe(0);
  await expect(page.locator('meta[property]')).toHaveCount(0);
}

test('an administrator removes an image, and restores it from the history', async () => {
  expect((await changeGateMode(admin, { gateMode: 'open' })).status).toBe(200);
  const { page } = administrator;
  await page.reload();
  const { logoId } = await valuesOf();
  await page.getByRole('button', { name: 'Remove: Logo' }).click();
  await save();
  expect(await artOf(new Client(portal.url))).toMatchObject({ logo: null });
  expect((await new Client(portal.url).get(`/api/gate/images/${logoId}`)).status).toBe(404);
  const restore = `Restore Logo: image ${logoId.slice(0, 8)}`;
  await page.getByRole('button', { name: restore }).click();
  await administrator.dismissToast();
  await save();
  expect((await valuesOf()).logoId).toBe(logoId);
  expect((await new Client(portal.url).get(`/api/gate/images/${logoId}`)).status).toBe(200);
});
