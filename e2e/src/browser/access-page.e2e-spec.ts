import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { restoreSettings } from '../support/access-admin.js';
import { Visitor } from '../support/browser.js';
import { Client, enterAsUploader, enterAsViewer } from '../support/client.js';
import type { Mailbox } from '../support/mailbox.js';
import { type TestPortal, UPLOAD_PASSWORD } from '../support/portal.js';
import { expect, test } from '../support/test.js';

const ada = 'ada@kino.example';
const grace = 'grace@kino.example';
const jean = 'jean.vigo+festival@distribution.example';
const lin = 'lin@press.example';

/** Three people, an invalid address, and an address that is listed twice. One name is a formula of a spreadsheet. */
const CSV = `Name;Email
Ada Lovelace;${ada}
=1+2;${grace}
Nobody;not an address
Ada again;${ada.toUpperCase()}
Jean Vigo;${jean}
`;

let mailbox: Mailbox;
let portal: TestPortal;
let admin: Client;
let administrator: Visitor;
let page: Page;
/** A visitor who was inside before the gate changed. */
let viewer: Client;
/** Visitors who have entered with an invitation. */
const inside = new Map<string, Client>();

// One administrator works through the page, which is loaded once. The portal has no invitation yet: among the specs that
// share it, this one runs first.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser, mailPortal }) => {
  portal = mailPortal;
  mailbox = mailPortal.mailbox;
  viewer = await enterAsViewer(portal.url);
  admin = await enterAsUploader(portal.url);
  administrator = await Visitor.arrive(browser, portal.url, { device: 'laptop', as: admin, path: null });
  page = administrator.page;
  await administrator.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${portal.url}/upload/access`);
});
test.afterAll(async () => {
  await administrator?.leave();
  await restoreSettings(admin);
});

const section = (name: RegExp) => page.getByRole('region', { name });
const invitations = () => section(/^Invitations/);
const row = (email: string) => invitations().getByRole('row').filter({ hasText: email });
const dialog = () => page.getByRole('dialog');
const form = (email: string, name = 'A visitor') => ({ name, email, termsAccepted: 'true' });
const accessLog = (client: Client | undefined) => client?.post('/api/access-log');

/** Expects that a visitor has lost access, for this reason. */
async function expectEnded(email: string, reason: string): Promise<void> {
  const answer = await accessLog(inside.get(email));
  expect([answer?.status, answer?.json()]).toMatchObject([403, { code: 'ACCESS_ENDED', params: { reason } }]);
}

/** Enters with the invitation link of an address, and with the code that the new browser needs. */
async function enterByLink(email: string, url: string): Promise<void> {
  const client = new Client(portal.url);
  const [, id, secret] = /#invitation=([^.]+)\.(.+)$/.exec(url) ?? [];
  const invitation = { id, secret };
  const read = await client.post('/api/auth/invitation', invitation);
  expect(read.json(), read.text).toMatchObject({ email, needsCode: true });
  const sent = await client.post('/api/auth/code', { ...form(email), language: 'en', invitation });
  const code = await mailbox.code(email);
  const { codeId } = sent.json();
  const entered = await client.post('/api/auth/code/verify', { ...form(email), codeId, code });
  expect(entered.status, entered.text).toBe(200);
  expect((await accessLog(client))?.status).toBe(200);
  inside.set(email, client);
}

/** Presses Tab until a control has the focus. */
async function tabTo(control: Locator): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused({ timeout: 1_000 });
}

test('the gate is closed by keyboard with a test code that arrives, and ends the access of those inside', async () => {
  expect((await accessLog(viewer))?.status).toBe(200);
  await expect(page.getByRole('radio', { name: 'Open' })).toBeChecked();
  await tabTo(page.getByRole('radio', { name: 'Open' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Invited' })).toBeChecked();
  await tabTo(page.getByRole('button', { name: 'Change the gate' }));
  await page.keyboard.press('Enter');

  await tabTo(dialog().getByRole('radio', { name: 'Keep their access' }));
  await page.keyboard.press('ArrowDown');
  await tabTo(dialog().getByLabel('Your email address'));
  await page.keyboard.type('producer@kino.example');
  await page.keyboard.press('Enter');
  await expect(dialog().getByText('Sent to producer@kino.example.')).toBeVisible();
  const code = await mailbox.code('producer@kino.example');
  await tabTo(dialog().getByLabel('Test code'));
  await page.keyboard.type(code === '000000' ? '000001' : '000000');
  await tabTo(dialog().getByLabel('Upload password', { exact: true }));
  await page.keyboard.type(UPLOAD_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog().getByText('This code is not correct. 4 tries are left.')).toBeVisible();
  await expect(dialog().getByLabel('Test code')).toBeFocused();
  expect((await accessLog(viewer))?.status).toBe(200);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expect(administrator.toast('Gate Changed')).toContainText('The gate is “Invited” now');
  await expect(page.getByText('This is the gate as visitors find it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change the gate' })).toBeFocused();

  expect((await accessLog(viewer))?.status).toBe(401);
  const stranger = await new Client(portal.url).post('/api/auth/lead-capture', form('a@b.example'));
  expect([stranger.status, stranger.json()]).toMatchObject([403, { code: 'CODE_REQUIRED' }]);
});

test('a pasted list of 5,001 people is refused as a whole', async () => {
  const checks: string[] = [];
  page.on('request', (request) => request.url().includes('/imports/') && checks.push(request.url()));
  const people = page.getByLabel('People to invite');
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines(5_001));
  await people.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(people).toHaveValue(/person5001@kino\.example/);
  await page.getByRole('button', { name: 'Check addresses' }).click();
  await expect(people).toHaveAccessibleDescription(
    /These are 5,001 people\. An invitation has at most 5,000.*Nothing was sent\./,
  );
  expect(checks).toEqual([]);
  await expect(page.getByText('Nobody is invited yet.')).toBeVisible();
});

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `person${index + 1}@kino.example`).join('\n');

test('a CSV file is checked line by line, and its people are invited with a message until a date', async () => {
  await page
    .getByLabel('Or a CSV file')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
  await expect(page.getByLabel('People to invite')).toHaveValue(CSV);
  await page.getByRole('button', { name: 'Check addresses' }).click();
  await expect(page.getByRole('list', { name: 'Addresses by outcome' }).getByRole('listitem')).toHaveText([
    'Will be invited 3',
    'Not a valid address 1',
    'Already listed above 1',
  ]);
  const rows = page.getByRole('table', { name: 'Addresses of the list' }).getByRole('row');
  await expect(rows.nth(1)).toContainText(/4.*Not a valid address.*not an address/);
  await expect(rows.nth(2)).toContainText(/5.*Already listed above.*ADA@KINO\.EXAMPLE/);
  await expect(rows).toHaveCount(6);

  const accept = mailbox.hold();
  await page.getByLabel('Your message').fill('Please watch it before the festival.');
  await page.getByLabel('Valid until').fill('2099-03-04T20:00');
  await page.getByRole('button', { name: 'Invite 3 people' }).click();
  await expect(page.getByText('3 people are invited.')).toBeVisible();
  await expect(section(/^Invitations \(3\)$/)).toBeVisible();
  for (const email of [ada, grace, jean]) {
    await expect(row(email)).toContainText('Mail is queued');
    await expect(row(email)).toContainText(/until .*2099/);
  }
  expect(mailbox.to(ada)).toEqual([]);
  accept();
  const mail = await mailbox.text(ada);
  expect(mail).toContain('Please watch it before the festival.');
  expect(mail).toMatch(/March 4, 2099|4 March 2099/);
  for (const email of [grace, jean]) await mailbox.link(email);
  await expectState([ada, grace, jean], 'Accepted by the mail server');
});

/** Expects a state of invitations, which the list shows after its button Refresh. */
async function expectState(emails: readonly string[], state: string): Promise<void> {
  await expect(async () => {
    await invitations().getByRole('button', { name: 'Refresh' }).click();
    for (const email of emails) await expect(row(email)).toContainText(state, { timeout: 500 });
  }).toPass();
}

test('a row has its actions beside each other, and breaks an address only before its domain', async () => {
  const actions = row(jean).getByRole('button');
  await expect(actions).toHaveCount(2);
  const tops = await actions.evaluateAll((buttons) =>
    buttons.map((button) => button.getBoundingClientRect().y),
  );
  expect(new Set(tops).size).toBe(1);
  const lines = await row(jean)
    .getByText(jean)
    .evaluate((address) =>
      [...address.childNodes].map((part) => {
        const range = document.createRange();
        range.selectNode(part);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      }),
    );
  expect(Math.max(...lines)).toBe(1);
  expect((await row(jean).boundingBox())?.height).toBeLessThan(100);
});

test('a copied link lets its person enter', async () => {
  await row(grace)
    .getByRole('button', { name: `Copy the link of ${grace}` })
    .click();
  await expect(administrator.toast('Link Copied')).toContainText(`Give it only to ${grace}`);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await mailbox.link(grace));
  await enterByLink(grace, copied);
  await expectState([grace], 'Opened');
});

test('selected invitations are sent again, get another end, and are revoked', async () => {
  const select = async (...emails: string[]) => {
    for (const email of emails) await row(email).getByRole('checkbox').check();
    await expect(invitations().getByText(`${emails.length} selected`)).toBeVisible();
  };
  await select(ada);
  await invitations().getByRole('button', { name: 'Send again' }).click();
  await expect(administrator.toast('Mails Queued')).toContainText('1 invitation is sent again');
  await expect.poll(() => mailbox.to(ada).length).toBe(2);

  await select(ada, grace);
  await invitations().getByRole('button', { name: 'Change the end' }).click();
  await dialog().getByLabel('Valid until').fill('2020-01-01T10:00');
  await dialog().getByRole('button', { name: 'Change the end' }).click();
  await expect(dialog().getByLabel('Valid until')).toHaveAccessibleDescription(/The end is in the past\./);
  await dialog().getByLabel('Valid until').fill('2098-01-02T10:00');
  await dialog().getByRole('button', { name: 'Change the end' }).click();
  await expect(administrator.toast('End Changed')).toContainText('2 invitations have a new end');
  for (const email of [ada, grace]) await expect(row(email)).toContainText(/until .*2098/);
  await expect(row(jean)).toContainText(/until .*2099/);
  expect((await accessLog(inside.get(grace)))?.status).toBe(200);

  await select(ada, grace);
  await invitations().getByRole('button', { name: 'Change the end' }).click();
  await expect(dialog().getByLabel('Valid until')).toHaveValue('2098-01-02T10:00');
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await dialog().getByLabel('Without an end').check();
  await dialog().getByRole('button', { name: 'Change the end' }).click();
  await expect(administrator.toast('End Removed')).toContainText('2 invitations have no end any more');

  await select(grace, jean);
  await invitations().getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog()).toHaveAccessibleName('Revoke 2 invitations?');
  await dialog().getByRole('button', { name: 'Revoke' }).click();
  await expect(administrator.toast('Invitations Revoked')).toContainText('2 people have no access any more');
  await expect(invitations().locator(':focus')).toBeVisible();
  await expectEnded(grace, 'revoked');
  for (const email of [grace, jean]) {
    await expect(row(email)).toContainText('Revoked');
    await expect(row(email).getByRole('button', { name: /^Copy/ })).toHaveCount(0);
  }
});

test('one request for access is allowed, which sends an invitation, and another is dismissed', async () => {
  for (const [name, email] of [
    ['Lin', lin],
    ['Max', 'max@press.example'],
  ] as const) {
    const request = { name, email, reason: `${name} writes for the paper.`, language: 'en' };
    expect((await new Client(portal.url).post('/api/auth/access-request', request)).status).toBe(200);
  }
  const requests = section(/^Requests/);
  await requests.getByRole('button', { name: 'Refresh the requests' }).click();
  await expect(section(/^Requests \(2\)$/)).toBeVisible();
  await expect(requests.getByText('Lin writes for the paper.')).toBeVisible();
  await requests.getByRole('button', { name: 'Allow Lin' }).click();
  await expect(administrator.toast('Person Invited')).toContainText(`An invitation to ${lin} is queued`);
  await expect(section(/^Invitations \(4\)$/)).toBeVisible();
  await expect(row(lin)).toBeVisible();
  await requests.getByRole('button', { name: 'Dismiss the request of Max' }).click();
  await expect(administrator.toast('Request Dismissed')).toContainText('No mail is sent to Max');
  await expect(requests.getByText('Nobody asks for access.')).toBeVisible();
  await requests.getByLabel('State of the requests').selectOption('Dismissed requests');
  await expect(requests.getByText('Max writes for the paper.')).toBeVisible();
  await enterByLink(lin, await mailbox.link(lin));
  expect(mailbox.to('max@press.example')).toEqual([]);
});

test('a blocked address loses access until it is unblocked', async () => {
  const blocked = section(/^Blocked/);
  await blocked.getByLabel('Email address').fill(lin);
  await blocked.getByLabel('Note').fill('Shared the link.');
  await blocked.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(dialog()).toHaveAccessibleName(`Block ${lin}?`);
  await dialog().getByRole('button', { name: 'Block' }).click();
  await expect(administrator.toast('Blocked')).toContainText(`${lin} has no access`);
  const listed = blocked.getByRole('list', { name: 'Blocks' }).getByRole('listitem');
  await expect(listed).toContainText([/Address.*lin@press\.example.*Shared the link\./]);
  await expectEnded(lin, 'blocked');
  await expect(row(lin)).toContainText('Blocked');

  await listed.getByRole('button', { name: `Unblock ${lin}` }).click();
  await expect(administrator.toast('Unblocked')).toContainText(`${lin} can have access again`);
  await expect(blocked.getByText('Nobody is blocked.')).toBeVisible();
  await expect(row(lin)).not.toContainText('Blocked');
  expect((await accessLog(inside.get(lin)))?.status).toBe(200);
  await blocked.getByText('History', { exact: true }).click();
  await expect(
    blocked.getByRole('list', { name: 'Changes of the blocks' }).getByRole('listitem'),
  ).toContainText([`${lin} unblocked`, `${lin} blocked`]);
});

test('the export has all invitations, with a formula as text', async () => {
  const download = page.waitForEvent('download');
  await invitations().getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^invitations-\d{4}-\d\d-\d\d\.csv$/);
  const [heading, ...exported] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(heading).toBe(
    '\uFEFFid,email,name,state,reason,detail,language,createdAt,startsAt,endsAt,openedAt,watchedShare,blocked',
  );
  const cells = exported.map((line) => line.split(',').slice(1, 4).join(',')).sort();
  expect(cells).toEqual([
    `${ada},Ada Lovelace,sent`,
    `${grace},'=1+2,revoked`,
    `${jean},Jean Vigo,revoked`,
    `${lin},Lin,opened`,
  ]);
});
