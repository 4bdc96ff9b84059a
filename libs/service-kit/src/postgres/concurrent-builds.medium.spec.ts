import { startTestPostgres, type TestDatabase, type TestPostgres, until } from '@secure-preview/testing';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createLogger } from '../logging/logger.js';
import { type Migrations, runMigrations } from './run-migrations.js';

class Create1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE things (id int); CREATE TABLE limits (migration text, lock_timeout text)',
    );
  }
  async down(): Promise<void> {}
}
class Index1700000000002 implements MigrationInterface {
  transaction = false;
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`INSERT INTO limits VALUES ('Index', current_setting('lock_timeout'))`);
    await runner.query('CREATE UNIQUE INDEX CONCURRENTLY things_by_id ON things (id)');
  }
  async down(): Promise<void> {}
}
class Alter1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`INSERT INTO limits VALUES ('Alter', current_setting('lock_timeout'))`);
    await runner.query('ALTER TABLE things ADD COLUMN note text');
  }
  async down(): Promise<void> {}
}

const logger = createLogger({ service: 'test', level: 'silent' });
let postgres: TestPostgres;
let database: TestDatabase;
let admin: Client;
const migrate = (...migrations: Migrations) =>
  runMigrations({ ...database, schema: 'sample', migrations, logger });
const all: Migrations = [Create1700000000001, Index1700000000002, Alter1700000000003];
const indexes = async () =>
  (
    await admin.query('SELECT indisvalid AS valid FROM pg_index WHERE indrelid = $1::regclass', [
      'sample.things',
    ])
  ).rows;

beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  database = await postgres.createDatabase();
  admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
});
afterEach(() => admin.end());

it('builds an index while another run waits to migrate', async () => {
  // Both runs request the lock before either proceeds.
  await admin.query('SELECT pg_advisory_lock($1)', [0x5350_0001]);
  const both = Promise.all([migrate(...all), migrate(...all)]);
  await until(
    async () => {
      const { rows } = await admin.query(
        `SELECT FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database() AND query LIKE '%advisory%'`,
      );
      return rows.length === 2;
    },
    { what: 'both requests for the lock' },
  );
  await admin.query('SELECT pg_advisory_unlock_all()');
  await both;
  expect(await indexes()).toEqual([{ valid: true }]);
});

it('rebuilds an index under the same name after a failed build', async () => {
  await migrate(Create1700000000001);
  await admin.query('INSERT INTO sample.things VALUES (1), (1)');
  await expect(migrate(...all)).rejects.toThrow('could not create unique index');
  expect(await indexes()).toEqual([{ valid: false }]);
  await admin.query('TRUNCATE sample.things');
  await migrate(...all);
  expect(await indexes()).toEqual([{ valid: true }]);
});

it('waits for locks without a limit only in migrations without a transaction', async () => {
  await migrate(...all);
  const { rows } = await admin.query('SELECT * FROM sample.limits');
  expect(rows).toEqual([
    { migration: 'Index', lock_timeout: '0' },
    { migration: 'Alter', lock_timeout: '10s' },
  ]);
});
