import { startTestPostgres, type TestDatabase, type TestPostgres } from '@secure-preview/testing';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createLogger } from '../logging/logger.js';
import { type Migrations, runMigrations } from '../postgres/run-migrations.js';
import { postgresCheck } from './postgres-checks.js';

class First1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE lead (name text)');
  }
  async down(): Promise<void> {}
}
class Second1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE lead ADD COLUMN email text');
  }
  async down(): Promise<void> {}
}
const [older, newer]: Migrations[] = [[First1700000000001], [First1700000000001, Second1700000000002]];

let postgres: TestPostgres;
let database: TestDatabase;
beforeAll(async () => {
  postgres = await startTestPostgres();
  database = await postgres.createDatabase();
  const { adminUrl, appUrl } = database;
  const logger = createLogger({ service: 'test', level: 'silent' });
  await runMigrations({ adminUrl, appUrl, schema: 'leads', migrations: older ?? [], logger });
  await asAdmin('REVOKE UPDATE, DELETE ON leads.lead FROM PUBLIC, CURRENT_APP');
});
afterAll(() => postgres?.stop());

/** @param sql in which CURRENT_APP is the role of the services */
async function asAdmin(sql: string): Promise<void> {
  const client = new Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query(sql.replace('CURRENT_APP', `"${new URL(database.appUrl).username}"`));
  await client.end();
}
const examine = async (overrides: { url?: string; migrations?: Migrations; appendOnly?: string } = {}) =>
  [
    await postgresCheck({
      url: database.appUrl,
      schema: 'leads',
      migrations: older ?? [],
      ...overrides,
    }).run(),
  ].flat();

it('reports no problem for a database that the portal creates', async () => {
  const diagnoses = await examine({ appendOnly: 'leads.lead' });
  expect(diagnoses.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
  expect(diagnoses[1]?.finding).toBe('the schema leads is up to date (migrations: 1)');
});

it('lists the migrations that an older schema lacks', async () => {
  expect((await examine({ migrations: newer ?? [] })).filter(({ state }) => state !== 'ok')).toEqual([
    {
      state: 'error',
      finding: 'the schema leads lacks Second1700000000002',
      remedy: expect.stringContaining('Run the migrations'),
    },
  ]);
});

it('warns about one role for several services', async () => {
  const { adminUrl, appUrl } = database;
  const logger = createLogger({ service: 'test', level: 'silent' });
  await runMigrations({ adminUrl, appUrl, schema: 'films', migrations: [], logger });
  try {
    expect((await examine()).at(-1)).toMatchObject({
      state: 'warning',
      finding: 'the role of DATABASE_URL can also access tables of other services: films',
    });
  } finally {
    await asAdmin('DROP SCHEMA films CASCADE');
  }
});

it.each(['UPDATE', 'DELETE'])('warns about services that may %s evidence', async (right) => {
  await asAdmin(`GRANT ${right} ON leads.lead TO CURRENT_APP`);
  try {
    expect((await examine({ appendOnly: 'leads.lead' })).at(-1)).toMatchObject({
      state: 'warning',
      finding: 'the role of DATABASE_URL may change the evidence in leads.lead',
    });
  } finally {
    await asAdmin(`REVOKE ${right} ON leads.lead FROM CURRENT_APP`);
  }
});

it.each([
  ['another password', { password: 'wrong' }, 'Correct the password'],
  ['a missing database', { pathname: '/none' }, 'Create the database'],
])('gives a remedy for %s', async (_name, changes, remedy) => {
  const { href } = Object.assign(new URL(database.appUrl), changes);
  expect(await examine({ url: href })).toEqual([
    expect.objectContaining({ state: 'error', remedy: expect.stringContaining(remedy) }),
  ]);
});
