import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { roleVariables, urlsOf, withClient } from '@secure-preview/embedded';
import { startTestPostgres } from '@secure-preview/testing';
import { dumpSchema, migrationNames } from './dump-schema.mjs';

const SERVICES = ['auth-service', 'analytics-service', 'media-service'];

/** Schemas of Postgres and of libraries, and the schema for extensions. */
const FOREIGN = ['information_schema', 'media_jobs', 'public'];

/**
 * Runs the migrations of all built services on a new Postgres and returns the SQL of each schema.
 *
 * @param {string} root folder of the workspace
 * @returns {Promise<Record<string, string>>} SQL by schema
 */
export async function migratedSchemas(root) {
  const postgres = await startTestPostgres();
  try {
    const { name, adminUrl, urlOf } = await postgres.createDatabase();
    const roles = roleVariables(urlsOf(urlOf));
    const env = { ...process.env, ...roles, DATABASE_ADMIN_URL: adminUrl, LOG_LEVEL: 'warn' };
    for (const service of SERVICES) {
      const program = join(root, 'apps', service, 'dist/bundle/database/migrate.js');
      execFileSync(process.execPath, [program], { env, stdio: 'inherit' });
    }
    return await withClient(postgres.adminUrl(name), describeSchemas);
  } finally {
    await postgres.stop();
  }
}

/**
 * Returns the SQL of each schema of the portal in a database, with its migrations as comments.
 *
 * @param {import('pg').Client} database
 * @returns {Promise<Record<string, string>>} SQL by schema
 */
export async function describeSchemas(database) {
  /** @type {Record<string, string>} */
  const schemas = {};
  const { rows } = await database.query(
    `SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> ALL ($1) ORDER BY 1`,
    [FOREIGN],
  );
  for (const { name } of rows) {
    const migrations = await migrationNames(database, name);
    const comments = migrations.map((migration) => `-- migration: ${migration}\n`).join('');
    schemas[name] = `${comments}\n${await dumpSchema(database, name)}`;
  }
  return schemas;
}
