import { type DatabaseRole, databaseRoles } from '@secure-preview/embedded';
import { startTestPostgres, type TestDatabase, type TestPostgres } from '@secure-preview/testing';
import { Client } from 'pg';
import { ANALYTICS_SCHEMA } from '../../../../apps/analytics-service/src/database/data-source.js';
import { OUTBOX_SCHEMA } from '../../../../apps/analytics-service/src/database/outbox/data-source.js';
import { AUTH_SCHEMA } from '../../../../apps/auth-service/src/database/data-source.js';
import { MEDIA_SCHEMA } from '../../../../apps/media-service/src/database/data-source.js';
import { JOBS_SCHEMA } from '../../../../apps/media-service/src/job-queue/jobs-schema.js';
import { migrateServices } from './migrate-services.js';

const schemasOf: Readonly<Record<DatabaseRole, readonly string[]>> = {
  // The rights on the outbox are tested below.
  auth: [AUTH_SCHEMA, OUTBOX_SCHEMA],
  analytics: [ANALYTICS_SCHEMA, OUTBOX_SCHEMA],
  media: [MEDIA_SCHEMA, JOBS_SCHEMA, OUTBOX_SCHEMA],
  'media-worker': [MEDIA_SCHEMA, JOBS_SCHEMA, OUTBOX_SCHEMA],
  notifier: [OUTBOX_SCHEMA],
};
/** SQLSTATE of insufficient privilege. */
const DENIED = '42501';
/** SQLSTATE of a change of a view that joins tables. */
const NOT_UPDATABLE = '55000';

let postgres: TestPostgres;
let database: TestDatabase;
let owner: Client;
let tables: readonly { schema: string; name: string; column: string }[];

beforeAll(async () => {
  postgres = await startTestPostgres();
  database = await postgres.createDatabase();
  await migrateServices(database);
  owner = new Client({ connectionString: database.adminUrl });
  await owner.connect();
  const { rows } = await owner.query(
    `SELECT n.nspname AS schema, format('%I.%I', n.nspname, c.relname) AS name,
            (SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = c.oid AND attnum = 1) AS column
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'p', 'v') ORDER BY name`,
    [Object.values(schemasOf).flat()],
  );
  tables = rows;
}, 300_000);
afterAll(async () => {
  await owner?.end();
  await postgres?.stop();
});

async function as<T>(role: DatabaseRole, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: database.urlOf(role) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
const codeOf = (client: Client, sql: string, values: unknown[] = []) =>
  client.query(sql, values).then(
    () => 'done',
    (error: { code?: string }) => error.code,
  );

it.each(databaseRoles)('denies %s all access to tables of other services', async (role) => {
  const others = tables.filter(({ schema }) => !schemasOf[role].includes(schema));
  expect(others.length).toBeGreaterThan(5);
  await as(role, async (client) => {
    for (const { name, column } of others) {
      for (const sql of [
        `SELECT FROM ${name}`,
        `INSERT INTO ${name} DEFAULT VALUES`,
        `UPDATE ${name} SET ${column} = NULL`,
        `DELETE FROM ${name}`,
        `TRUNCATE ${name}`,
      ]) {
        expect({ sql, code: await codeOf(client, sql) }).toEqual({ sql, code: DENIED });
      }
    }
  });
});

it.each(databaseRoles)('prevents %s from creating objects and from using other roles', async (role) => {
  await as(role, async (client) => {
    const [schema] = schemasOf[role];
    for (const sql of [
      `CREATE TABLE ${schema}.another ()`,
      'CREATE SCHEMA another',
      'CREATE TABLE public.another ()',
      'CREATE ROLE another',
      'SET ROLE portal_owner',
      ...databaseRoles
        .filter((otherRole) => otherRole !== role)
        .map((otherRole) => `SET ROLE portal_${otherRole.replace('-', '_')}`),
    ]) {
      expect({ sql, code: await codeOf(client, sql) }).toEqual({ sql, code: DENIED });
    }
  });
});

it('prevents the worker from setting the upload password and reading leads', async () => {
  await as('media-worker', async (worker) => {
    const takeOver = `UPDATE auth.upload_passwords SET hash = 'changed'`;
    expect(await codeOf(worker, takeOver)).toBe(DENIED);
    expect(await codeOf(worker, 'SELECT email FROM analytics.leads')).toBe(DENIED);
  });
});

it('prevents the worker from managing uploads, trailers and captions', async () => {
  await as('media-worker', async (worker) => {
    for (const sql of [
      'INSERT INTO media.upload_tickets DEFAULT VALUES',
      'INSERT INTO media.trailers DEFAULT VALUES',
      'DELETE FROM media.trailers',
      'SELECT FROM media.captions',
      'SELECT FROM media.finished_commands',
      'DELETE FROM media_jobs.migrations',
    ]) {
      expect({ sql, code: await codeOf(worker, sql) }).toEqual({ sql, code: DENIED });
    }
  });
});

const INSERT_MAIL = `INSERT INTO outbox.messages
  (idempotency_key, kind, priority, recipient, language, payload, expires_at)
  VALUES ($1, 'alert', 1, 'ada@example.org', 'en', '{}', now() + interval '1 day') ON CONFLICT DO NOTHING`;
const CANCEL_MAIL = `INSERT INTO outbox.cancellations (idempotency_key, reason) VALUES ($1, 'REVOKED')`;

it.each(['auth', 'analytics', 'media'] as const)(
  'lets %s insert and cancel mails, and read only their outcomes',
  async (role) => {
    await as(role, async (service) => {
      const key = `mail of ${role}`;
      expect(await codeOf(service, INSERT_MAIL, [key])).toBe('done');
      expect(await codeOf(service, INSERT_MAIL, [key])).toBe('done');
      const addEndpoint = 'INSERT INTO outbox.webhook_endpoints (endpoint_id) VALUES (NULL)';
      expect(await codeOf(service, addEndpoint)).toBe(role === 'auth' ? 'done' : DENIED);
      for (const sql of [
        'SELECT id FROM outbox.messages',
        'SELECT id FROM outbox.webhook_deliveries',
        `INSERT INTO outbox.messages (sender) VALUES ('portal_auth')`,
        `INSERT INTO outbox.messages (state) VALUES ('sent')`,
        `UPDATE outbox.messages SET state = 'waiting'`,
        'SELECT id FROM outbox.webhook_endpoints',
        'DELETE FROM outbox.webhook_endpoints',
        'DELETE FROM outbox.messages',
        'SELECT reason FROM outbox.cancellations',
        `INSERT INTO outbox.cancellations (sender) VALUES ('portal_auth')`,
        `UPDATE outbox.cancellations SET reason = 'BLOCKED'`,
        'DELETE FROM outbox.cancellations',
      ]) {
        expect({ sql, code: await codeOf(service, sql) }).toEqual({ sql, code: DENIED });
      }
      for (const sql of [
        `UPDATE outbox.message_outcomes SET state = 'waiting'`,
        'DELETE FROM outbox.message_outcomes',
      ]) {
        expect({ sql, code: await codeOf(service, sql) }).toEqual({ sql, code: NOT_UPDATABLE });
      }
      const { rows } = await service.query(
        'SELECT idempotency_key AS key, state FROM outbox.message_outcomes',
      );
      expect(rows).toEqual([{ key, state: 'waiting' }]);
      expect(await codeOf(service, CANCEL_MAIL, [key])).toBe('done');
      const { rows: cancelled } = await service.query('SELECT state, reason FROM outbox.message_outcomes');
      expect(cancelled).toEqual([{ state: 'expired', reason: 'REVOKED' }]);
    });
  },
);

const INSERT_ALERT = `INSERT INTO outbox.alerts (idempotency_key, kind, person_key, ids, details)
  VALUES ($1, 'finished', NULL, '{}', '{}') ON CONFLICT DO NOTHING`;
const INSERT_SETTINGS = `INSERT INTO outbox.alert_settings (settings) VALUES ('{}')`;

it.each(['auth', 'analytics', 'media', 'media-worker'] as const)(
  'lets %s insert alerts, and only auth copy their settings',
  async (role) => {
    await as(role, async (service) => {
      for (const _ of [1, 2]) expect(await codeOf(service, INSERT_ALERT, [`alert of ${role}`])).toBe('done');
      for (const sql of [
        INSERT_SETTINGS,
        'SELECT settings FROM outbox.alert_settings',
        'SELECT state FROM outbox.alert_outcomes',
        'SELECT state FROM outbox.endpoint_outcomes',
      ])
        expect({ sql, code: await codeOf(service, sql) }).toEqual({
          sql,
          code: role === 'auth' ? 'done' : DENIED,
        });
      for (const sql of [
        'SELECT id FROM outbox.alerts',
        `INSERT INTO outbox.alerts (state) VALUES ('sent')`,
        `INSERT INTO outbox.alerts (sender) VALUES ('portal_auth')`,
        `UPDATE outbox.alerts SET state = 'sent'`,
        'DELETE FROM outbox.alerts',
        `UPDATE outbox.alert_settings SET settings = '{}'`,
        'DELETE FROM outbox.alert_settings',
      ])
        expect({ sql, code: await codeOf(service, sql) }).toEqual({ sql, code: DENIED });
    });
  },
);

it('prevents the worker from inserting mails and webhooks', async () => {
  await as('media-worker', async (worker) => {
    for (const sql of [
      INSERT_MAIL.replace('$1', `'mail of the worker'`),
      `INSERT INTO outbox.webhook_deliveries (url) VALUES ('https://example.org')`,
      'SELECT id FROM outbox.messages',
      'SELECT id FROM outbox.message_outcomes',
      'SELECT content FROM outbox.images',
      `INSERT INTO outbox.cancellations (idempotency_key, reason) VALUES ('x', 'REVOKED')`,
    ])
      expect({ sql, code: await codeOf(worker, sql) }).toEqual({ sql, code: DENIED });
  });
});

it('lets the notifier insert and mark mails and webhooks, but not change or delete them', async () => {
  await as('notifier', async (notifier) => {
    for (const sql of [
      'SELECT payload FROM outbox.messages',
      `UPDATE outbox.messages SET state = state, reason = 'REFUSED', message_id = NULL`,
      `UPDATE outbox.webhook_deliveries SET state = state, detail = NULL`,
      INSERT_MAIL.replace('$1', `'mail of the notifier'`),
      `UPDATE outbox.alerts SET state = 'sent', settled_at = now()`,
      'SELECT settings FROM outbox.alert_settings',
    ]) {
      expect({ sql, code: await codeOf(notifier, sql) }).toEqual({ sql, code: 'done' });
    }
    for (const sql of [
      `UPDATE outbox.messages SET recipient = 'mallory@example.org'`,
      `UPDATE outbox.messages SET payload = '{}'`,
      `UPDATE outbox.webhook_deliveries SET url = 'https://example.org'`,
      `INSERT INTO outbox.messages (state) VALUES ('sent')`,
      `INSERT INTO outbox.webhook_deliveries (state) VALUES ('delivered')`,
      'INSERT INTO outbox.alerts (kind) VALUES (NULL)',
      `UPDATE outbox.alerts SET details = '{}'`,
      'DELETE FROM outbox.alerts',
      'INSERT INTO outbox.alert_settings (settings) VALUES (NULL)',
      'INSERT INTO outbox.webhook_endpoints (endpoint_id) VALUES (NULL)',
      'DELETE FROM outbox.messages',
      'TRUNCATE outbox.webhook_deliveries',
      `INSERT INTO outbox.cancellations (idempotency_key, reason) VALUES ('x', 'REVOKED')`,
      `UPDATE outbox.cancellations SET reason = 'BLOCKED'`,
      'DELETE FROM outbox.cancellations',
    ]) {
      expect({ sql, code: await codeOf(notifier, sql) }).toEqual({ sql, code: DENIED });
    }
  });
});

const INSERT_IMAGE = `INSERT INTO outbox.images (id, content_type, content, width, height)
  VALUES ('8a7a6c8e-52d4-4be5-9c2f-2f0c9f6a3d10', 'image/jpeg', 'x', 1, 1) ON CONFLICT DO NOTHING`;
const READ_IMAGE = 'SELECT content FROM outbox.images';

it.each([
  ['media', [INSERT_IMAGE, INSERT_IMAGE], [READ_IMAGE]],
  ['notifier', [READ_IMAGE], [INSERT_IMAGE]],
  ['analytics', [READ_IMAGE], [INSERT_IMAGE]],
  ['auth', [], [INSERT_IMAGE, READ_IMAGE]],
  ['media-worker', [], [INSERT_IMAGE, READ_IMAGE]],
] as const)('lets %s insert or read images of mails, or neither', async (role, allowed, denied) => {
  await as(role, async (client) => {
    for (const sql of allowed)
      expect({ sql, code: await codeOf(client, sql) }).toEqual({ sql, code: 'done' });
    for (const sql of [
      ...denied,
      'UPDATE outbox.images SET width = 1',
      'DELETE FROM outbox.images',
      'TRUNCATE outbox.images',
    ])
      expect({ sql, code: await codeOf(client, sql) }).toEqual({ sql, code: DENIED });
  });
});

it('keeps the worker, which reads untrusted files, from sending mail', async () => {
  await as('media-worker', async (worker) => {
    expect(await codeOf(worker, INSERT_MAIL, ['mail of the worker'])).toBe(DENIED);
  });
});
