import { randomUUID } from 'node:crypto';
import { deriveSecret } from '@secure-preview/service-kit/outbox';
import { DataSource } from 'typeorm';
import { OUTBOX_SECRET, type RunningAuth, startAuth } from '../testing/running-auth.js';
import { endpointIdOf } from './webhook.js';
import { WebhooksService } from './webhooks.service.js';

let auth: RunningAuth;
let webhooks: WebhooksService;
let otherReplica: WebhooksService;
let owner: DataSource;

beforeAll(async () => {
  auth = await startAuth();
  webhooks = (await auth.replica()).get(WebhooksService);
  otherReplica = (await auth.replica()).get(WebhooksService);
  owner = await new DataSource({ type: 'postgres', url: auth.ownerUrl }).initialize();
});
afterAll(async () => {
  await owner?.destroy();
  await auth?.stop();
});

const newUrl = () => `https://hooks.example/${randomUUID()}`;
const test = (url: string, commandId = randomUUID()) => webhooks.test(url, 'Halcyon', commandId);
/** Stores an outcome, as the notifier does. */
const finish = (key: string, state: string, reason: string | null = null) =>
  owner.query(
    `UPDATE outbox.webhook_deliveries SET state = $2, reason = $3, detail = $3, attempts = 1,
       finished_at = CASE WHEN $2 <> 'waiting' THEN clock_timestamp() END WHERE idempotency_key = $1`,
    [key, state, reason],
  );

it('signs with the secret that the notifier derives, in the form of Standard Webhooks', () => {
  const url = newUrl();
  const expected = deriveSecret(OUTBOX_SECRET, 'webhook', endpointIdOf(url), 1).toString('base64');
  expect(webhooks.secret(url)).toBe(`whsec_${expected}`);
  expect(webhooks.secret(newUrl())).not.toBe(webhooks.secret(url));
});

it('stores a test once when the command is repeated', async () => {
  const url = newUrl();
  const commandId = randomUUID();
  const keys = [await test(url, commandId), await otherReplica.test(url, 'Halcyon', commandId)];
  expect(new Set(keys).size).toBe(1);
  expect(await owner.query('SELECT * FROM outbox.webhook_deliveries WHERE url = $1', [url])).toMatchObject([
    {
      idempotency_key: keys[0],
      endpoint_id: endpointIdOf(url),
      event_type: 'webhook.test',
      data: { companyName: 'Halcyon' },
      state: 'waiting',
    },
  ]);
});

it('shows the newest test, delivery and error of an address', async () => {
  const url = newUrl();
  expect(await webhooks.status(url)).toEqual({ lastTest: null, lastDelivered: null, lastError: null });
  const [refused, delivered, waiting] = [await test(url), await test(url), await test(url)];
  await finish(refused, 'failed', 'GONE');
  await finish(delivered, 'delivered');
  expect(await otherReplica.status(url)).toMatchObject({
    lastTest: { key: waiting, type: 'webhook.test', state: 'waiting', reason: null, attempts: 0 },
    lastDelivered: { key: delivered, state: 'delivered' },
    lastError: { key: refused, state: 'failed', reason: 'GONE', detail: 'GONE', attempts: 1 },
  });
  await finish(waiting, 'waiting', 'REJECTED');
  const { lastTest, lastError } = await webhooks.status(url);
  expect(lastTest).toEqual(lastError);
  expect(lastError).toMatchObject({ key: waiting, state: 'waiting', reason: 'REJECTED' });
  expect((await webhooks.status(newUrl())).lastTest).toBeNull();
});
