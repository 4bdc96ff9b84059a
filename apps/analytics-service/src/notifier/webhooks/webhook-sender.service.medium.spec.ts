import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveSecret, enqueueWebhook, storeWebhookEndpoint } from '@secure-preview/service-kit/outbox';
import { testCertificate, until, WebhookReceiver } from '@secure-preview/testing';
import { Webhook } from 'standardwebhooks';
import { DataSource } from 'typeorm';
import { outboxDataSource } from '../../database/outbox/data-source.js';
import { RunningOutbox } from '../../testing/running-outbox.js';
import { WebhookQueueRepository } from './webhook-queue.repository.js';

const OUTBOX_SECRET = 'a secret of the portal, long enough';
const endpointId = '7d0f9c52-41d5-44d1-8f36-5a1f5b9f7c11';

let outbox: RunningOutbox;
let receiver: WebhookReceiver;
let dir: string;
let settings: Record<string, string>;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'webhooks-'));
  const ca = join(dir, 'ca.pem');
  writeFileSync(ca, testCertificate.cert);
  settings = { OUTBOX_SECRET, WEBHOOK_ALLOW_PRIVATE: 'true', NODE_EXTRA_CA_CERTS: ca };
  outbox = await RunningOutbox.start();
});
beforeEach(async () => {
  receiver = await WebhookReceiver.start();
});
afterEach(async () => {
  await outbox.clear();
  await receiver.stop();
});
afterAll(async () => {
  await outbox?.stop();
  rmSync(dir, { recursive: true });
});

const enqueue = (key: string) =>
  enqueueWebhook(outbox.service, {
    key,
    endpointId,
    endpointGeneration: 2,
    url: receiver.localUrl,
    type: 'trailer.ready',
    data: { trailer: key },
  });
const delivery = async () => {
  const rows: { state: string; reason: string | null; attempts: number }[] = await outbox.owner.query(
    'SELECT state, reason, attempts FROM outbox.webhook_deliveries',
  );
  return rows[0];
};
const reaches = (state: string, reason: string | null = null) =>
  until(
    async () => {
      const found = await delivery();
      return found?.state === state && found.reason === reason && found;
    },
    { deadlineMs: 30_000, what: `${state} ${reason}` },
  );

it('delivers an event with the secret of its endpoint, and again after a failure under the same id', async () => {
  receiver.answer = (response) => {
    response.writeHead(receiver.received.length === 1 ? 503 : 204).end();
  };
  outbox.process(settings);
  await enqueue('one');
  await enqueue('one');
  await reaches('waiting', 'REJECTED');
  await outbox.passTime();
  expect(await reaches('delivered')).toMatchObject({ attempts: 2 });
  const verifier = new Webhook(deriveSecret(OUTBOX_SECRET, 'webhook', endpointId, 2).toString('base64'));
  for (const { headers, body } of receiver.received)
    expect(verifier.verify(body, headers as Record<string, string>)).toMatchObject({
      data: { trailer: 'one' },
    });
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

it('delivers again when the notifier is killed before the answer', async () => {
  receiver.answer = () => undefined;
  await enqueue('killed');
  const first = outbox.process(settings);
  await until(() => receiver.received.length === 1, { deadlineMs: 30_000, what: 'the request' });
  await first.end('SIGKILL');
  receiver.answer = (response) => response.writeHead(204).end();
  await outbox.passTime();
  outbox.process(settings);
  await reaches('delivered');
  expect(receiver.received).toHaveLength(2);
});

describe('a waiting delivery', () => {
  const otherId = '0c3e1f0a-9d5e-4f5b-8b0e-2a8b6f0d4c55';

  it.each([otherId, null])('is not sent once the address has changed, to %s', async (presentId) => {
    receiver.answer = (response) => response.writeHead(503).end();
    outbox.process(settings);
    await enqueue('old');
    await reaches('waiting', 'REJECTED');
    await storeWebhookEndpoint(outbox.service, presentId);
    await reaches('failed', 'ADDRESS_CHANGED');
    await outbox.passTime();
    expect(receiver.received).toHaveLength(1);
  });

  it('is never claimed after the change, even if it is not marked yet', async () => {
    const notifier = await new DataSource(outboxDataSource(outbox.database.urlOf('notifier'))).initialize();
    const queue = new WebhookQueueRepository(notifier);
    await enqueue('old');
    await storeWebhookEndpoint(outbox.service, endpointId);
    await storeWebhookEndpoint(outbox.service, otherId);
    expect(await queue.claim()).toBeUndefined();
    await storeWebhookEndpoint(outbox.service, endpointId);
    expect(await queue.claim()).toMatchObject({ endpointId });
    await notifier.destroy();
  });

  it('is claimed if it was queued long after the last change', async () => {
    const notifier = await new DataSource(outboxDataSource(outbox.database.urlOf('notifier'))).initialize();
    const queue = new WebhookQueueRepository(notifier);
    await storeWebhookEndpoint(outbox.service, otherId);
    await enqueue('stale');
    await queue.endOutdated();
    expect(await delivery()).toMatchObject({ state: 'failed', reason: 'ADDRESS_CHANGED' });
    await outbox.owner.query(`UPDATE outbox.webhook_endpoints SET at = at - interval '61 seconds'`);
    await enqueue('restored');
    await queue.endOutdated();
    expect(await queue.claim()).toMatchObject({ data: { trailer: 'restored' } });
    await notifier.destroy();
  });

  it('is sent if it goes to the present address', async () => {
    receiver.answer = (response) => response.writeHead(204).end();
    await enqueue('present');
    await storeWebhookEndpoint(outbox.service, otherId);
    await storeWebhookEndpoint(outbox.service, endpointId);
    outbox.process(settings);
    expect(await reaches('delivered')).toMatchObject({ attempts: 1 });
  });
});

it('refuses private networks unless they are allowed', async () => {
  outbox.process({ ...settings, WEBHOOK_ALLOW_PRIVATE: 'false' });
  await enqueue('private');
  await reaches('failed', 'PRIVATE_NETWORK');
  expect(receiver.received).toEqual([]);
});

it('says why webhooks wait without a secret', async () => {
  await outbox.notifier({ ...settings, OUTBOX_SECRET: '' });
  await enqueue('unsigned');
  await reaches('waiting', 'SECRET_MISSING');
});

it('shows no missing secret once there is one, while a delivery is not due', async () => {
  await enqueue('later');
  await outbox.owner.query(
    `UPDATE outbox.webhook_deliveries SET reason = 'SECRET_MISSING', next_attempt_at = now() + interval '1 hour'`,
  );
  await outbox.notifier(settings);
  await reaches('waiting');
});

it('fails after eight attempts, the last within 24 hours of the first', async () => {
  await enqueue('failing');
  const notifier = await new DataSource(outboxDataSource(outbox.database.urlOf('notifier'))).initialize();
  const queue = new WebhookQueueRepository(notifier);
  let seconds = 0;
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    const claimed = await queue.claim();
    expect(claimed).toMatchObject({ attempt, data: { trailer: 'failing' } });
    if (claimed === undefined) break;
    await queue.finish(claimed, { state: 'waiting', reason: 'REJECTED', detail: '500' });
    const [next] = await outbox.owner.query(
      `SELECT extract(epoch FROM next_attempt_at - now())::int AS wait FROM outbox.webhook_deliveries`,
    );
    if (attempt < 8) seconds += next.wait;
    expect(await queue.claim()).toBeUndefined();
    await outbox.passTime();
  }
  expect(await delivery()).toMatchObject({ state: 'failed', attempts: 8 });
  expect(seconds / 3600).toBeGreaterThan(23);
  expect(seconds / 3600).toBeLessThan(24);
  await notifier.destroy();
});
