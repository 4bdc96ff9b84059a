import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { closeGate, invite as inviteAll, restoreSettings } from '../support/access-admin.js';
import { type Device, Visitor } from '../support/browser.js';
import { Client } from '../support/client.js';
import type { Mailbox } from '../support/mailbox.js';
import { offerLanguages } from '../support/offer-languages.js';
import { type TestPortal, UPLOAD_PASSWORD } from '../support/portal.js';
import { publishTrailer } from '../support/published-trailer.js';
import { expect, test } from '../support/test.js';

/** Requests of the player for the keys of segments. */
const KEYS = /\/api\/media\/keys\//;
/** Milliseconds within which a player disappears when access ends: a check every 10 s, and its answer. */
const ENDED_WITHIN_MS = 12_000;

let mailbox: Mailbox;
let portal: TestPortal;
let admin: Client;
/** Has entered while the gate was open. */
let early: Client;
const EARLY_EMAIL = 'germaine@entry.example';

// The gate mode of the portal changes once, after its administrator has entered.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ files, mailPortal }) => {
  portal = mailPortal;
  mailbox = mailPortal.mailbox;
  admin = await publishTrailer(portal.url, { title: 'Perihelion', video: files.video('mp4') });
  early = new Client(portal.url);
  const form = { name: 'Germaine Dulac', email: EARLY_EMAIL, termsAccepted: 'true' };
  expect((await early.post('/api/auth/lead-capture', form)).status).toBe(200);
  await closeGate(admin, mailbox, 'invited');
});
test.afterAll(async () => {
  await restoreSettings(admin);
});

/** Invites an address. @returns the id of the invitation */
async function invite(email: string, name = ''): Promise<string> {
  return (await inviteAll(admin, [{ email, name }])).get(email) ?? '';
}

async function revoke(id: string): Promise<void> {
  const revoked = await admin.post('/api/invitations/actions', { ids: [id], change: { action: 'revoke' } });
  expect(revoked.json(), revoked.text).toEqual({ changed: 1 });
}

const codeInput = (page: Page) => page.getByRole('textbox', { name: 'Six-digit code' });
const submit = (page: Page) => page.getByRole('button', { name: 'Access Trailer' });
const endedTitle = (page: Page) => page.getByRole('heading', { name: 'Your access has ended' });

/** Opens the gate, and requests a code. */
async function openCodeStep(browser: Browser, email: string, device: Device = 'desktop'): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, portal.url, device);
  const { page } = visitor;
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ada Lovelace');
  await page.getByRole('textbox', { name: 'Email address' }).fill(email);
  await page.getByRole('checkbox').check();
  await submit(page).click();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeFocused();
  return visitor;
}

for (const device of ['narrow', 'desktop'] as const) {
  test(`an invited visitor enters with a code, after a wrong one: ${device}`, async ({ browser }) => {
    const email = `ada-${device}@entry.example`;
    await invite(email);
    const visitor = await openCodeStep(browser, email, device);
    const { page } = visitor;
    expect(await visitor.accessibilityViolations()).toEqual([]);
    const code = await mailbox.code(email);
    await codeInput(page).fill(code === '000000' ? '000001' : '000000');
    await expect(page.getByRole('alert')).toHaveText('This code is not correct. 4 tries left.');
    expect(await visitor.accessibilityViolations()).toEqual([]);
    expect(await visitor.overflow()).toBe(0);
    await page.reload();
    await codeInput(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await expect(page.getByRole('button', { name: 'Exit' })).toBeVisible();
    await visitor.leave();
  });
}

test('a visitor who is not invited can request access', async ({ browser }) => {
  const email = 'grace@entry.example';
  const visitor = await openCodeStep(browser, email, 'narrow');
  const { page } = visitor;
  await page.getByRole('button', { name: 'Request access' }).click();
  await page.getByRole('textbox', { name: 'Reason (optional)' }).fill('I write about films');
  expect(await visitor.accessibilityViolations()).toEqual([]);
  expect(await visitor.overflow()).toBe(0);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('heading', { name: 'Request sent' })).toBeFocused();
  const { requests } = (await admin.get('/api/access-requests')).json();
  expect(requests[0]).toMatchObject({ email, reason: 'I write about films', state: 'open' });
  expect(mailbox.to(email)).toEqual([]);
  await visitor.leave();
});

test('a link opens the gate of its person, and its revocation ends playing and paused players', async ({
  browser,
}) => {
  const email = 'jean@entry.example';
  const id = await invite(email, 'Jean Vigo');
  const link = await mailbox.link(email);
  const visitor = await Visitor.arrive(browser, portal.url, { path: null });
  const { page } = visitor;
  await page.goto(link);
  const name = page.getByRole('textbox', { name: 'Full name' });
  await expect(name).toHaveValue('Jean Vigo');
  await expect(name).not.toBeEditable();
  expect(page.url()).toBe(`${portal.url}/`);
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(link.split('.').at(-1));
  expect(await visitor.accessibilityViolations()).toEqual([]);
  await page.getByRole('checkbox').check();
  await submit(page).click();
  await expect(page.getByText(`An email with a six-digit code is on its way to ${email}.`)).toBeVisible();
  await codeInput(page).fill(await mailbox.code(email));
  await page.getByRole('button', { name: 'Exit' }).waitFor();
  await visitor.watch();
  await visitor.slowDown();
  const paused = await visitor.context.newPage();
  await paused.goto(portal.url);
  await expect(paused.locator('video')).toHaveJSProperty('paused', true);

  await revoke(id);
  const revokedAt = performance.now();
  for (const tab of [page, paused]) {
    const timeout = ENDED_WITHIN_MS - (performance.now() - revokedAt);
    await expect(endedTitle(tab)).toBeVisible({ timeout });
    await expect(tab.locator('video')).toHaveCount(0);
  }
  await paused.close();
  await expect(page.getByText('Your invitation was withdrawn.')).toBeVisible();
  // This portal has no contact.
  await expect(page.getByText(/please ask the person who invited you\.$/)).toBeVisible();
  expect(await visitor.accessibilityViolations()).toEqual([]);
  await page.getByRole('button', { name: 'Sign in with another address' }).click();
  await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue('');
  await visitor.leave();
});

test('a link ties a person who is already inside to the invitation, so its revocation ends access', async ({
  browser,
}) => {
  const id = await invite(EARLY_EMAIL);
  const link = await mailbox.link(EARLY_EMAIL);
  const visitor = await Visitor.arrive(browser, portal.url, { as: early });
  const { page } = visitor;
  await page.getByRole('button', { name: 'Exit' }).waitFor();
  await page.goto(link);
  await page.getByRole('textbox', { name: 'Full name' }).fill('Germaine Dulac');
  await page.getByRole('checkbox').check();
  await submit(page).click();
  await codeInput(page).fill(await mailbox.code(EARLY_EMAIL));
  await page.getByRole('button', { name: 'Exit' }).waitFor();

  // The session belongs to the invitation now, so its link changes nothing.
  const read = page.waitForResponse('**/api/auth/invitation');
  await page.goto(link);
  await read;
  await page.getByRole('button', { name: 'Exit' }).waitFor();
  await visitor.watch();
  await visitor.slowDown();
  await revoke(id);
  await expect(endedTitle(page)).toBeVisible({ timeout: ENDED_WITHIN_MS });
  await expect(page.locator('video')).toHaveCount(0);
  await visitor.leave();
});

test('a refused request of the player ends access, without a report of the page', async ({ browser }) => {
  const email = 'agnes@entry.example';
  const id = await invite(email);
  const visitor = await openCodeStep(browser, email);
  const { page } = visitor;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(KEYS, async (route) => {
    await released;
    await route.continue();
  });
  const held = page.waitForRequest(KEYS);
  await codeInput(page).fill(await mailbox.code(email));
  await held;
  await revoke(id);
  release();
  await expect(endedTitle(page)).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  await visitor.leave();
});

test('reports a revoked invitation and an invalid link', async ({ browser }) => {
  const link = await mailbox.link('jean@entry.example');
  const visitor = await Visitor.arrive(browser, portal.url, { path: null, device: 'narrow' });
  await visitor.page.goto(link);
  await expect(visitor.page.getByText('Your invitation was withdrawn.')).toBeVisible();
  expect(await visitor.overflow()).toBe(0);
  await visitor.page.goto(`${portal.url}/#invitation=${randomUUID()}.wrong`);
  await expect(
    visitor.page.getByRole('heading', { name: 'This invitation link is not valid' }),
  ).toBeVisible();
  await visitor.leave();
});

test('an invitation whose language was chosen in the preview is sent in that language', async ({
  browser,
}) => {
  const email = 'lotte@entry.example';
  const visitor = await Visitor.arrive(browser, portal.url, { as: admin, path: null });
  const { page } = visitor;
  await offerLanguages(page, ['en', 'de']);
  await page.goto(`${portal.url}/upload/access`);
  await page.getByLabel('People to invite').fill(email);
  await page.getByRole('button', { name: 'Check addresses' }).click();
  await page.getByLabel('Language of the mail').selectOption('German');
  await page.getByRole('button', { name: 'Invite 1 person' }).click();
  await expect(page.getByText('1 person is invited.')).toBeVisible();
  const mail = await mailbox.text(email);
  expect(mail).toContain('Einladung zu einer Vorschau von');
  expect(mail).toContain('Content-Language: de');
  await visitor.leave();
});

test('an administrator enters through the upload page without an invitation', async ({ browser }) => {
  const visitor = await Visitor.arrive(browser, portal.url, { path: '/upload', device: 'narrow' });
  const { page } = visitor;
  await page.getByRole('textbox', { name: 'Full name' }).fill('Alice Guy');
  await page.getByRole('textbox', { name: 'Email address' }).fill('alice@entry.example');
  await page.getByLabel('Upload password', { exact: true }).fill(UPLOAD_PASSWORD);
  expect(await visitor.accessibilityViolations()).toEqual([]);
  expect(await visitor.overflow()).toBe(0);
  await page.getByRole('button', { name: 'Access Upload Page' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Upload' })).toBeVisible();
  await visitor.leave();
});
