import { until } from '@secure-preview/testing';
import { closeGate, restoreSettings } from '../support/access-admin.js';
import { Client, enterAsUploader } from '../support/client.js';
import { flagVisit, leadIdOf, queryPortal } from '../support/flags.js';
import type { Mailbox } from '../support/mailbox.js';
import type { TestPortal } from '../support/portal.js';
import { expect, test } from '../support/test.js';

let mailbox: Mailbox;
let portal: TestPortal;
let admin: Client;

const form = (email: string) => ({ name: 'Ada', email, termsAccepted: 'true' });
const watermark = { kind: 'watermark', times: 3 };

test.beforeAll(async ({ mailPortal }) => {
  portal = mailPortal;
  mailbox = mailPortal.mailbox;
  admin = await enterAsUploader(portal.url);
  await closeGate(admin, mailbox, 'verified');
});
test.afterAll(async () => {
  await restoreSettings(admin);
});

/** Enters with a code. */
async function enter(email: string): Promise<Client> {
  const client = new Client(portal.url);
  const { codeId } = (await client.post('/api/auth/code', { ...form(email), language: 'en' })).json();
  const code = await mailbox.code(email);
  const entered = await client.post('/api/auth/code/verify', { ...form(email), codeId, code });
  expect(entered.status, entered.text).toBe(200);
  return client;
}
const untilEnded = (client: Client) =>
  until(
    async () => {
      const { status, text } = await client.get('/api/preview-texts');
      return status === 403 && JSON.parse(text);
    },
    { deadlineMs: 30_000, everyMs: 200, what: 'the end of access' },
  );

test('stores the flags that block where analytics-service reads them', async () => {
  const { version } = (await admin.get('/api/settings')).json();
  const saved = await admin.patch('/api/settings', { version, set: { flagBlocks: ['watermark'] } });
  expect(saved.status, saved.text).toBe(200);
  await until(
    async () => {
      const [settings] = await queryPortal(portal, 'SELECT blocks FROM outbox.flag_settings');
      return JSON.stringify(settings?.['blocks']) === '["watermark"]';
    },
    { deadlineMs: 10_000, what: 'the setting' },
  );
});

test('blocks a proved address at once, until an administrator unblocks it', async () => {
  const email = 'ada@flags.example';
  const client = await enter(email);
  const leadId = await leadIdOf(portal, email);
  expect((await client.get('/api/preview-texts')).status).toBe(200);
  await flagVisit(portal, leadId, watermark, true);
  expect(await untilEnded(client)).toMatchObject({ code: 'ACCESS_ENDED', params: { reason: 'blocked' } });
  const flag = async () => (await admin.get(`/api/audience/people/${leadId}`)).json().flags[0];
  await until(async () => (await flag()).blockedAt, { deadlineMs: 10_000, what: 'the flag to be marked' });
  const [change] = (await admin.get('/api/blocks/history')).json().changes;
  expect(change).toMatchObject({
    kind: 'address',
    value: email,
    blocked: true,
    byName: null,
    note: 'Automatic: watermark removed',
  });
  await admin.post('/api/blocks/remove', { kind: 'address', value: email });
  expect((await client.get('/api/preview-texts')).status).toBe(200);
});
