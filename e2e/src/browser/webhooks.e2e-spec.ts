import { until, WebhookReceiver } from '@secure-preview/testing';
import { Webhook } from 'standardwebhooks';
import { closeGate, restoreSettings } from '../support/access-admin.js';
import { Visitor } from '../support/browser.js';
import { Client, enterAsUploader } from '../support/client.js';
import { type TestPortal, UPLOAD_PASSWORD } from '../support/portal.js';
import { expect, test } from '../support/test.js';

let receiver: WebhookReceiver;
let portal: TestPortal;
let uploader: Client;
let administrator: Visitor;
let secret: string;

// Each test depends on the address that the first one saves.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser, mailPortal }) => {
  receiver = await WebhookReceiver.start();
  portal = mailPortal;
  uploader = await enterAsUploader(portal.url);
  await closeGate(uploader, mailPortal.mailbox, 'invited');
  administrator = await Visitor.arrive(browser, portal.url, { as: uploader, path: '/upload/settings' });
});
test.afterAll(async () => {
  await administrator?.leave();
  await restoreSettings(uploader);
  await receiver?.stop();
});

const button = (name: string) => administrator.page.getByRole('button', { name, exact: true });
/** Waits for a delivery of a type. @returns its body, whose signature is right */
async function received(type: string) {
  const found = () => receiver.received.find(({ body }) => JSON.parse(body).type === type);
  await until(() => found() !== undefined, { deadlineMs: 20_000, what: type });
  const { headers, body } = found() ?? { headers: {}, body: '' };
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

test('sends a test to a saved address, signed with the secret that the page shows', async () => {
  const { page } = administrator;
  await page.getByLabel('Address for webhooks').fill(receiver.localUrl);
  await expect(page.getByText('Save the address before you test it.')).toBeVisible();
  await button('Save').click();
  await page.getByRole('dialog').getByLabel('Upload password').fill('wrong');
  await page.getByRole('dialog').getByLabel('Upload password').press('Enter');
  await expect(page.getByText('Invalid password')).toBeVisible();
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await page.getByRole('dialog').getByLabel('Upload password').fill(UPLOAD_PASSWORD);
  await page.getByRole('dialog').getByLabel('Upload password').press('Enter');
  await administrator.expectToast('Settings Saved');
  await expect(page.getByText('Nothing was sent to this address yet.')).toBeVisible();
  await button('Show signing secret').click();
  secret = await page.getByLabel('Signing secret').inputValue();
  expect(secret).toMatch(/^whsec_/);
  await administrator.dismissToast();
  expect(await administrator.accessibilityViolations()).toEqual([]);
  await button('Send a test').click();
  await expect(page.getByText('Delivered', { exact: true }).first()).toBeVisible({ timeout: 20_000 });
  expect(await received('webhook.test')).toMatchObject({
    type: 'webhook.test',
    data: { companyName: 'Meridian Film' },
  });
  for (const device of ['narrow', 'desktop'] as const) {
    await administrator.resize(device);
    expect(await administrator.overflow()).toBe(0);
  }
});

test('shows why a test was not delivered', async () => {
  receiver.answer = (response) => response.writeHead(503).end('Out of order');
  await button('Send a test').click();
  const error = 'The receiver reported an error: 503 Out of order. It is sent again.';
  await expect(administrator.page.getByText(error).first()).toBeVisible({ timeout: 20_000 });
  receiver.answer = (response) => response.writeHead(204).end();
});

test('reports a request for access, with ids only', async () => {
  const form = { name: 'Grace', email: 'grace@webhooks.example', reason: 'I review films.', language: 'en' };
  expect((await new Client(portal.url).post('/api/auth/access-request', form)).status).toBe(200);
  const { requests } = (await uploader.get('/api/access-requests')).json();
  expect(await received('access.requested')).toMatchObject({ data: { requestId: requests[0].id } });
  expect(JSON.stringify(receiver.received)).not.toMatch(/grace|films/i);
});
