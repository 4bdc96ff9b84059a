import { cancelMails } from '@secure-preview/service-kit/outbox';
import { runMigrations } from '@secure-preview/service-kit/postgres';
import type { TestDatabase } from '@secure-preview/testing';
import { DataSource } from 'typeorm';
import { ANALYTICS_SCHEMA, analyticsMigrations } from '../database/data-source.js';
import { newMailImage, storeMailImage } from '../testing/mail-image.js';
import { runCommand } from '../testing/run-command.js';
import { logger } from '../testing/running-analytics.js';
import { RunningOutbox } from '../testing/running-outbox.js';

let outbox: RunningOutbox;
beforeAll(async () => {
  outbox = await RunningOutbox.start();
  const { adminUrl, urlOf } = outbox.database;
  await runMigrations({
    adminUrl,
    appUrl: urlOf('analytics'),
    schema: ANALYTICS_SCHEMA,
    migrations: analyticsMigrations,
    logger,
  });
});
afterEach(() => outbox.clear());
afterAll(() => outbox?.stop());

const variables = ({ adminUrl, urlOf }: TestDatabase) => ({
  DATABASE_URL: urlOf('analytics'),
  DATABASE_ADMIN_URL: adminUrl,
  AUTH_DATABASE_URL: urlOf('auth'),
  ANALYTICS_DATABASE_URL: urlOf('analytics'),
  MEDIA_DATABASE_URL: urlOf('media'),
  NOTIFIER_DATABASE_URL: urlOf('notifier'),
});

async function backup(): Promise<Buffer> {
  const { code, stdout, stderr } = await runCommand(['backup-data'], variables(outbox.database));
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return stdout;
}

/** Restores into a new database. Returns its mails by their key, their cancellations, and its images. */
async function restored(section: Buffer) {
  const database = await outbox.postgres.createDatabase();
  const { code, stderr } = await runCommand(['restore-data'], variables(database), section);
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'analytics-service: restored rows: 0\n' });
  const owner = await new DataSource({ type: 'postgres', url: database.adminUrl }).initialize();
  const mails: { key: string; state: string; reason: string | null }[] = await owner.query(
    'SELECT idempotency_key AS key, state, reason FROM outbox.messages ORDER BY key',
  );
  const cancelled: { key: string; reason: string }[] = await owner.query(
    'SELECT idempotency_key AS key, reason FROM outbox.cancellations',
  );
  const images: { id: string; content: Buffer }[] = await owner.query(
    'SELECT id, content FROM outbox.images',
  );
  await owner.destroy();
  return { mails, cancelled, images };
}

it('restores the outbox, and sends only alerts that may have been sent since', async () => {
  await outbox.enqueue({ key: 'alert', kind: 'alert' });
  await outbox.enqueue({ key: 'invitation', kind: 'invitation' });
  await outbox.enqueue({ key: 'sent', kind: 'invitation' });
  await outbox.owner.query(`UPDATE outbox.messages SET state = 'sent' WHERE idempotency_key = 'sent'`);
  const { mails } = await restored(await backup());
  expect(mails).toEqual([
    { key: 'alert', state: 'waiting', reason: 'RESTORED' },
    { key: 'invitation', state: 'uncertain', reason: 'RESTORED' },
    { key: 'sent', state: 'sent', reason: null },
  ]);
});

it('restores cancellations', async () => {
  await outbox.enqueue({ key: 'revoked', kind: 'invitation' });
  await cancelMails(outbox.service, ['revoked'], 'REVOKED');
  const { cancelled } = await restored(await backup());
  expect(cancelled).toEqual([{ key: 'revoked', reason: 'REVOKED' }]);
});

it('restores the images of mails', async () => {
  const image = newMailImage(480, 96);
  await storeMailImage(outbox.owner, image);
  const { images } = await restored(await backup());
  expect(images).toEqual([{ id: image.id, content: image.content }]);
});

it('refuses a restore into an outbox with rows', async () => {
  const section = await backup();
  await outbox.enqueue({ key: 'present' });
  expect(await runCommand(['restore-data'], variables(outbox.database), section)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('outbox has messages'),
  });
});
