import { queryRows } from '@secure-preview/service-kit/postgres';
import { runMigrations } from 'graphile-worker';
import { type Client, escapeIdentifier, Pool } from 'pg';
import * as z from 'zod';
import { JOBS_SCHEMA } from '../job-queue/jobs-schema.js';

const tableRow = z.object({ table: z.string() });
const schema = escapeIdentifier(JOBS_SCHEMA);

/**
 * Grants the roles use of every table, sequence and function of the job library, without ownership. Its table
 * of migrations is read-only.
 */
function grants(roles: string): string {
  return `
    GRANT USAGE ON SCHEMA ${schema} TO ${roles};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${roles};
    REVOKE INSERT, UPDATE, DELETE ON ${schema}.migrations FROM ${roles};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${roles};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${roles};`;
}

/**
 * Adds policies for the roles. The library enables row level security without a policy, which hides all rows
 * from everyone but the owner.
 */
async function allowRows(admin: Client, roles: string): Promise<void> {
  const tables = await queryRows(
    admin,
    tableRow,
    `SELECT relname AS table FROM pg_class
     WHERE relnamespace = $1::regnamespace AND relkind = 'r' AND relrowsecurity`,
    [schema],
  );
  for (const { table } of tables) {
    const name = `${schema}.${escapeIdentifier(table)}`;
    await admin.query(`DROP POLICY IF EXISTS application ON ${name}`);
    await admin.query(`CREATE POLICY application ON ${name} TO ${roles} USING (true) WITH CHECK (true)`);
  }
}

/** Installs or updates the job library's schema as its owner. The services themselves never migrate. */
export async function installJobsSchema(admin: Client, roles: readonly string[]): Promise<void> {
  const { user, password, host, port, database, ssl } = admin;
  const pool = new Pool({ user, password, host, port, database, ssl, max: 1, connectionTimeoutMillis: 5000 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool, schema: JOBS_SCHEMA });
  } finally {
    await pool.end();
  }
  const grantees = roles.map((role) => escapeIdentifier(role)).join(', ');
  await admin.query('BEGIN');
  await admin.query(grants(grantees));
  await allowRows(admin, grantees);
  await admin.query('COMMIT');
}
