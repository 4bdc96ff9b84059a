import { until } from '@secure-preview/testing';
import { restoreSettings } from '../support/access-admin.js';
import { Visitor } from '../support/browser.js';
import { Client, enterAsUploader } from '../support/client.js';
import type { TestPortal } from '../support/portal.js';
import { expect, test } from '../support/test.js';
import { UploadPage } from '../support/upload-page.js';

let portal: TestPortal;
let uploader: Client;
let administrator: Visitor;

/** Milliseconds within which visitors see a change (docs/product.md#settings-page). */
const FOLLOW_MS = 2000;
const TERMS = 'The first term.\n\nThe last term.';

// Each test depends on the settings that the previous one saved.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser, mailPortal }) => {
  portal = mailPortal;
  uploader = await enterAsUploader(portal.url);
  administrator = await Visitor.arrive(browser, portal.url, { as: uploader, path: '/upload/settings' });
});
test.afterAll(async () => {
  await administrator?.leave();
  await restoreSettings(uploader);
});

const setting = (name: string) => administrator.page.getByLabel(name, { exact: true });
const save = () => administrator.page.getByRole('button', { name: 'Save', exact: true });

test('shows defaults, and locked settings with the reason', async () => {
  await expect(setting('Company name')).toHaveValue('Meridian Film');
  await expect(setting('Owner')).toBeDisabled();
  await expect(administrator.page.getByText('Set by the operator')).toBeVisible();
  expect((await administrator.page.goto(`${portal.url}/upload/settings`))?.status()).toBe(200);
});

for (const device of ['narrow', 'tablet', 'desktop'] as const) {
  test(`fits a window and has no axe violations, ${device}`, async () => {
    await administrator.resize(device);
    await expect(setting('Company name')).toBeVisible();
    expect(await administrator.overflow()).toBe(0);
    expect(await administrator.accessibilityViolations()).toEqual([]);
  });
}

test('shows visitors a new company name and new terms within two seconds', async ({ browser }) => {
  await setting('Company name').fill('Perihelion Pictures');
  await setting('Terms in English').fill(TERMS);
  await expect(administrator.page.getByText('2 unsaved changes')).toBeVisible();
  const preview = administrator.page.frameLocator('iframe');
  await expect(preview.getByText(/Perihelion Pictures$/)).toBeVisible();
  await save().click();
  await administrator.expectToast('Settings Saved', 'Visitors see them within seconds');
  const stranger = new Client(portal.url);
  await until(async () => (await stranger.get('/api/config')).json().companyName === 'Perihelion Pictures', {
    deadlineMs: FOLLOW_MS,
    everyMs: 100,
    what: 'the configuration to follow the change',
  });

  const { page } = await Visitor.arrive(browser, portal.url, 'phone');
  await expect(page.getByText(/Perihelion Pictures$/)).toBeVisible();
  await page.getByRole('button', { name: 'Terms of Agreement' }).click();
  await expect(page.getByRole('dialog').getByText('The last term.')).toBeVisible();
});

test('lists the change, and restores the earlier value', async () => {
  const { page } = administrator;
  const list = page.getByRole('list', { name: 'Changes of the settings' });
  await expect(list.getByText('administrator (The Administrator)').first()).toBeVisible();
  await expect(list.getByText('Perihelion Pictures')).toBeVisible();
  await list.getByRole('button', { name: 'Restore Company name: default' }).click();
  await expect(setting('Company name')).toHaveValue('Meridian Film');
  await expect(setting('Company name')).toBeFocused();
  await administrator.dismissToast();
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await save().click();
  await administrator.expectToast('Settings Saved');
  await expect(list.getByRole('listitem').first().getByText('Perihelion Pictures')).toBeVisible();
});

test('keeps the input when another administrator saved meanwhile', async () => {
  await setting('Line above the player').fill('Perihelion, coming soon');
  const other = await enterAsUploader(portal.url);
  const { version } = (await other.get('/api/settings')).json();
  const change = { version, set: { contactPhone: '+1 555 0100' }, reset: [] };
  expect((await other.patch('/api/settings', change)).status).toBe(200);
  await save().click();
  const { page } = administrator;
  await expect(page.getByText(/^Another administrator changed the settings meanwhile/).last()).toBeVisible();
  await expect(page.getByRole('status').getByText('+1 555 0100')).toBeVisible();
  await expect(setting('Line above the player')).toHaveValue('Perihelion, coming soon');
  await expect(setting('Contact phone')).toHaveValue('+1 555 0100');
  await administrator.dismissToast();
  await save().click();
  await administrator.expectToast('Settings Saved');
});

test('asks a visitor to accept the terms again at the next visit', async ({ browser }) => {
  const visitor = await Visitor.arrive(browser, portal.url, 'phone');
  await visitor.enter('Grace Hopper', 'grace@kino.example');
  const { page } = administrator;
  await page.getByRole('button', { name: 'Ask everybody again' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await page.getByRole('button', { name: 'Ask everybody', exact: true }).click();
  await administrator.expectToast('Everybody Is Asked Again');
  await expect(page.getByText(/^Since .+ \(.+\)$/).first()).toBeVisible();

  await expect(visitor.page.getByRole('button', { name: 'Exit' })).toBeVisible();
  await visitor.page.reload();
  await expect(visitor.page.getByText('Please accept the terms again.', { exact: false })).toBeVisible();
  await expect(visitor.page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Grace Hopper');
  await expect(visitor.page.getByRole('textbox', { name: 'Email address' })).toHaveValue(
    'grace@kino.example',
  );
  expect(await visitor.accessibilityViolations()).toEqual([]);
  await visitor.page.getByRole('checkbox').check();
  await visitor.page.getByRole('button', { name: 'Access Trailer' }).click();
  await visitor.page.getByRole('button', { name: 'Exit' }).waitFor();
  await page.reload();
  await expect(setting('Company name')).toHaveValue('Meridian Film');
});

test('warns before unsaved changes are lost', async () => {
  const { page } = administrator;
  await setting('Company name').fill('Lost');
  await page.getByRole('link', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('Your changes on this page are not saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Leave and discard them' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Upload' })).toBeVisible();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(setting('Company name')).toHaveValue('Meridian Film');
});

test('keeps the navigation when the page does not load, and retries on request', async () => {
  const { page } = administrator;
  const files = '**/assets/settings-page*.js*';
  await page.route(files, (route) => route.abort());
  await page.goto(`${portal.url}/upload`);
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Part of the page could not be loaded' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upload', exact: true })).toBeVisible();
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await page.unroute(files);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(setting('Company name')).toHaveValue('Meridian Film');
});

test('keeps an upload running behind another page', async ({ files }) => {
  const { page } = administrator;
  const earlier = (await uploader.get('/api/trailers')).json() as unknown[];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    ({ searchParams }) => searchParams.has('X-Amz-Signature'),
    async (route) => {
      if (route.request().method() === 'PUT') await released;
      await route.continue();
    },
  );
  await page.getByRole('link', { name: 'Upload', exact: true }).click();
  await new UploadPage(administrator).openVideoDialog('Perihelion');
  await administrator.sendFile(files.video('mp4', 3));
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Uploading, /)).toBeVisible();

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(setting('Company name')).toBeVisible();
  release();
  await administrator.expectToast('Success', 'Trailer uploaded successfully.');
  expect(page.url()).toBe(`${portal.url}/upload/settings`);
  await page.getByRole('link', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('heading', { name: `Trailer Versions (${earlier.length + 1})` })).toBeVisible();
});
