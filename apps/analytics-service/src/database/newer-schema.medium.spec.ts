import { createHash, randomUUID } from 'node:crypto';
import { runMigrations, schemaState } from '@secure-preview/service-kit/postgres';
import { Client } from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { LeadsService } from '../leads/leads.service.js';
import { logger, type RunningAnalytics, startAnalytics } from '../testing/running-analytics.js';
import { ViewingService } from '../viewing/viewing.service.js';
import { ANALYTICS_SCHEMA, analyticsMigrations } from './data-source.js';

const TEXT = 'I accept.';
const termsSha256 = createHash('sha256').update(TEXT).digest('hex');

/** Schema changes that a later version may make while this version runs. */
class Expand1900000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE leads ADD COLUMN invitation uuid, ADD COLUMN verified boolean NOT NULL DEFAULT false,
        ADD CHECK (name <> '') NOT VALID;
      ALTER TABLE viewing_sessions ADD COLUMN device text;
      CREATE TABLE invitations (id uuid PRIMARY KEY)`);
  }
  async down(): Promise<void> {}
}
class Validate1900000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE leads VALIDATE CONSTRAINT leads_name_check');
  }
  async down(): Promise<void> {}
}
class Index1900000000003 implements MigrationInterface {
  transaction = false;
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS leads_by_ip');
    await runner.query('CREATE INDEX CONCURRENTLY leads_by_ip ON leads (ip)');
  }
  async down(): Promise<void> {}
}
class Note1900000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE leads ADD COLUMN note text');
  }
  async down(): Promise<void> {}
}

let analytics: RunningAnalytics;
let leads: LeadsService;
let viewing: ViewingService;
const migrate = (...laterVersion: (new () => MigrationInterface)[]) =>
  runMigrations({
    ...analytics.database,
    schema: ANALYTICS_SCHEMA,
    migrations: [...analyticsMigrations, ...laterVersion],
    logger,
  });

beforeAll(async () => {
  analytics = await startAnalytics();
  const app = await analytics.replica();
  leads = app.get(LeadsService);
  viewing = app.get(ViewingService, { strict: false });
  await leads.registerTerms(termsSha256, '2025-10', TEXT);
});
afterAll(() => analytics?.stop());

const person = {
  name: 'Ada',
  email: 'ada@example.org',
  ip: '203.0.113.1',
  userAgent: null,
  sessionRef: randomUUID(),
  verifiedBy: 'none' as const,
  invitationId: null,
};
const capture = () => leads.capture({ ...person, termsSha256 }, randomUUID());

it('captures and lists leads before, during and after the migrations of a later version', async () => {
  let isMigrating = true;
  const capturing = (async () => {
    const ids: string[] = [];
    while (isMigrating) ids.push(await capture());
    return ids;
  })();
  await capture();
  await migrate(Expand1900000000001, Validate1900000000002, Index1900000000003);
  isMigrating = false;
  const captured = await capturing;
  expect(captured.length).toBeGreaterThan(0);
  const last = await capture();
  const watcher = { sessionRef: person.sessionRef, leadId: last, ip: person.ip, userAgent: null };
  const session = await viewing.begin({ watcher, trailer: null }, randomUUID());
  const update = { duration: '0:01', completed: 'false' } as const;
  await viewing.update(session, person.sessionRef, update, randomUUID());
  const { leads: listed, total } = await leads.list({ limit: 1, sort: 'newest' });
  expect(total).toBe(captured.length + 2);
  expect(listed).toMatchObject([{ id: last, lastSeenAt: expect.any(String) }]);
  const app = await new DataSource({ type: 'postgres', url: analytics.database.appUrl }).initialize();
  expect(await schemaState(app, ANALYTICS_SCHEMA, analyticsMigrations)).toBe('ok');
  await app.destroy();
});

it('captures leads while a migration waits for a long-running reader', async () => {
  const reader = new Client({ connectionString: analytics.database.appUrl });
  await reader.connect();
  await reader.query('BEGIN; SELECT count(*) FROM analytics.leads');
  const laterMigrations = [Expand1900000000001, Validate1900000000002, Index1900000000003, Note1900000000004];
  await expect(migrate(...laterMigrations)).rejects.toThrow('lock timeout');
  await capture();
  await reader.query('COMMIT');
  await reader.end();
  await migrate(...laterMigrations);
  await capture();
});
