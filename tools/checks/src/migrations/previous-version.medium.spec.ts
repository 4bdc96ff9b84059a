import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger } from '@secure-preview/service-kit';
import { type Migrations, runMigrations } from '@secure-preview/service-kit/postgres';
import { startTestPostgres, type TestPostgres } from '@secure-preview/testing';
import { Client } from 'pg';
import {
  ANALYTICS_SCHEMA,
  analyticsMigrations,
} from '../../../../apps/analytics-service/src/database/data-source.js';
import {
  OUTBOX_SCHEMA,
  outboxMigrations,
} from '../../../../apps/analytics-service/src/database/outbox/data-source.js';
import { AUTH_SCHEMA, authMigrations } from '../../../../apps/auth-service/src/database/data-source.js';
import { MEDIA_SCHEMA, mediaMigrations } from '../../../../apps/media-service/src/database/data-source.js';
import { workspaceRoot } from '../workspace/projects.js';
import { CONTRACT } from './migration-findings.js';
import { readSchema, type Schema } from './schema.js';
import { schemaBreaks } from './schema-breaks.js';

/**
 * Migrations of each schema. Every earlier version used the schema after one of them. The test reads each schema from
 * a real database and compares it with the next one.
 */
const services: readonly [schema: string, migrations: Migrations, folder: string][] = [
  [AUTH_SCHEMA, authMigrations, 'auth-service/src/database/migrations'],
  [ANALYTICS_SCHEMA, analyticsMigrations, 'analytics-service/src/database/migrations'],
  [MEDIA_SCHEMA, mediaMigrations, 'media-service/src/database/migrations'],
  [OUTBOX_SCHEMA, outboxMigrations, 'analytics-service/src/database/outbox/migrations'],
];
type Runner = Parameters<InstanceType<Migrations[number]>['up']>[0];

const logger = createLogger({ service: 'migrate', level: 'silent' });

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
}, 300_000);
afterAll(() => postgres?.stop());

/** Returns the schema after each migration, in order, with the privileges of the application's role. */
async function versions(schema: string, migrations: Migrations): Promise<Schema[]> {
  const { name, adminUrl, appUrl } = await postgres.createDatabase();
  const database = new Client({ connectionString: postgres.adminUrl(name) });
  await database.connect();
  try {
    const schemas: Schema[] = [];
    for (let count = 1; count <= migrations.length; count += 1) {
      await runMigrations({ adminUrl, appUrl, schema, migrations: migrations.slice(0, count), logger });
      schemas.push(await readSchema(database, [schema], new URL(appUrl).username));
    }
    return schemas;
  } finally {
    await database.end();
  }
}

/** Returns the names of migrations that remove objects which no released version reads. */
function contractMigrations(folderInApps: string): Set<string> {
  const folder = join(workspaceRoot, 'apps', folderInApps);
  const sources = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  return new Set(
    sources.filter((source) => CONTRACT.test(source)).map((source) => /class (\w+)/.exec(source)?.[1] ?? ''),
  );
}

it.each(services)('keeps newer schemas of %s usable for older code', async (...service) => {
  const [schema, migrations, folder] = service;
  const schemas = await versions(schema, migrations);
  expect(Object.keys(schemas.at(-1) ?? {}).length).toBeGreaterThan(1);
  const removing = contractMigrations(folder);
  const breaks = schemas.slice(1).flatMap((now, index) => {
    const name = migrations[index + 1]?.name ?? '';
    const findings = schemaBreaks(schemas[index] ?? {}, now);
    return findings
      .filter((finding) => !(removing.has(name) && finding.endsWith(' was removed')))
      .map((finding) => `${name}: ${finding}`);
  });
  expect(breaks).toEqual([]);
});

it('finds columns and privileges that a migration removes from the previous code', async () => {
  class Narrow1900000000000 {
    async up(runner: Runner) {
      await runner.query('ALTER TABLE auth.upload_passwords ADD COLUMN owner text');
      await runner.query('UPDATE auth.upload_passwords SET owner = $1', ['someone']);
      // Checks that read migrations as text do not find this statement.
      await runner.query(
        "DO $$ BEGIN EXECUTE 'ALTER TABLE auth.upload_passwords ALTER owner SET NOT NULL'; END $$",
      );
      await runner.query('REVOKE INSERT ON auth.staff_sessions FROM portal_app');
    }
    async down() {}
  }
  const schemas = await versions(AUTH_SCHEMA, [...authMigrations, Narrow1900000000000]);
  const [before = {}, now = {}] = schemas.slice(-2);
  const breaks = schemaBreaks(before, now);
  expect(breaks).toContain('auth.upload_passwords.owner is a new NOT NULL column without a default');
  expect(breaks).toContainEqual(expect.stringMatching(/^auth\.staff_sessions\.\w+ lost privileges \(I\)$/));
});
