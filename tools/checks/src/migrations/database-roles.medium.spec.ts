import { type DatabaseRole, databaseRoles } from '@secure-preview/standalone';
import { startTestPostgres, type TestDatabase, type TestPostgres } from '@secure-preview/testing';
import { Client } from 'pg';
import { ANALYTICS_SCHEMA } from '../../../../apps/analytics-service/src/database/data-source.js';
import { AUTH_SCHEMA } from '../../../../apps/auth-service/src/database/data-source.js';
import { MEDIA_SCHEMA } from '../../../../apps/media-service/src/database/data-source.js';
import { JOBS_SCHEMA } from '../../../../apps/media-service/src/job-queue/jobs-schema.js';
import { migrateServices } from './migrate-services.js';

const own: Readonly<Record<DatabaseRole, readonly string[]>> = {
  auth: [AUTH_SCHEMA],
  analytics: [ANALYTICS_SCHEMA],
  media: [MEDIA_SCHEMA, JOBS_SCHEMA],
  'media-worker': [MEDIA_SCHEMA, JOBS_SCHEMA],
};
/** Code of Postgres for insufficient privilege. */
const DENIED = '42501';

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
    [Object.values(own).flat()],
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
  const others = tables.filter(({ schema }) => !own[role].includes(schema));
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

it.each(databaseRoles)('lets %s create nothing and become no other role', async (role) => {
  await as(role, async (client) => {
    const [schema] = own[role];
    for (const sql of [
      `CREATE TABLE ${schema}.mine ()`,
      'CREATE SCHEMA mine',
      'CREATE TABLE public.mine ()',
      'CREATE ROLE mine',
      'SET ROLE portal_owner',
      ...databaseRoles
        .filter((other) => other !== role)
        .map((other) => `SET ROLE portal_${other.replace('-', '_')}`),
    ]) {
      expect({ sql, code: await codeOf(client, sql) }).toEqual({ sql, code: DENIED });
    }
  });
});

it('denies the worker setting the upload password and reading leads', async () => {
  await as('media-worker', async (worker) => {
    const takeOver = `UPDATE auth.upload_password SET hash = 'of the worker'`;
    expect(await codeOf(worker, takeOver)).toBe(DENIED);
    expect(await codeOf(worker, 'SELECT email FROM analytics.leads')).toBe(DENIED);
  });
});

it('denies the worker uploads, deletions of trailers, and captions', async () => {
  await as('media-worker', async (worker) => {
    for (const sql of [
      'INSERT INTO media.upload_ticket DEFAULT VALUES',
      'INSERT INTO media.trailer DEFAULT VALUES',
      'DELETE FROM media.trailer',
      'SELECT FROM media.caption',
      'SELECT FROM media.finished_command',
      'DELETE FROM media_jobs.migrations',
    ]) {
      expect({ sql, code: await codeOf(worker, sql) }).toEqual({ sql, code: DENIED });
    }
  });
});
