import { Client, escapeIdentifier } from 'pg';
import { z } from 'zod';
import { formatError } from '../errors/format-error.js';
import { MIGRATIONS_TABLE } from '../postgres/listed-migrations.js';
import { queryRow, queryRows } from '../postgres/query.js';
import type { Migrations } from '../postgres/run-migrations.js';
import { type Check, clockDiagnosis, type Diagnosis, ok, problem, warning } from './diagnosis.js';

/** Oldest supported major version: the portal relies on its SQL. */
const OLDEST_VERSION = 15;

const MIGRATE =
  'Run the migrations: `npm start` does so automatically; in containers, run `docker compose run --rm migrate`.';

/** Remedies for errors of Postgres, by SQLSTATE or by Node's code. */
const remedies: Record<string, string> = {
  ECONNREFUSED: 'Start Postgres, or correct host and port in DATABASE_URL.',
  ENOTFOUND: 'Correct the host in DATABASE_URL.',
  EAI_AGAIN: 'Correct the host in DATABASE_URL, or check the name server.',
  ETIMEDOUT: 'Check the host in DATABASE_URL, and firewalls between this host and Postgres.',
  '28P01': 'Correct the password in DATABASE_URL, or set the password of the role: ALTER ROLE … PASSWORD.',
  '28000': 'Correct the role in DATABASE_URL, or allow it in pg_hba.conf.',
  '3D000': 'Create the database, or correct its name in DATABASE_URL.',
  '42P01': MIGRATE,
  '3F000': MIGRATE,
  '42501':
    'The role lacks rights. Migrations grant them to the roles of their first run: rename the role to that name with ALTER ROLE … RENAME TO.',
  '53300': 'All connections are in use: raise max_connections of Postgres, or run fewer replicas.',
  '53100': 'The disk of Postgres is full: free space immediately.',
  '57P03': 'Postgres is starting or recovering: wait, and check its log.',
};

function diagnose(error: unknown): Diagnosis {
  const { code } = error as { code?: string };
  return problem(
    formatError(error),
    (code && remedies[code]) ?? 'Check DATABASE_URL, and the log of Postgres.',
  );
}

/** Checks Postgres as a service uses it: connection, version, migrations, clock and rights. */
export function postgresCheck(settings: {
  url: string;
  schema: string;
  migrations: Migrations;
  /** A table that the role must not be able to UPDATE or DELETE. */
  appendOnly?: string;
}): Check {
  return {
    name: 'postgres',
    run: async () => {
      const client = new Client({
        connectionString: settings.url,
        connectionTimeoutMillis: 5000,
        query_timeout: 10_000,
        application_name: 'portal-doctor',
      });
      client.on('error', () => undefined);
      try {
        await client.connect();
        const diagnoses = [
          await versionOf(client),
          await schemaOf(client, settings),
          await clockOf(client),
          await foreignAccessOf(client, settings.schema),
        ];
        return settings.appendOnly === undefined
          ? diagnoses
          : [...diagnoses, await evidenceRights(client, settings.appendOnly)];
      } catch (error) {
        return diagnose(error);
      } finally {
        await client.end().catch(() => undefined);
      }
    },
  };
}

const named = z.object({ name: z.string() });

async function versionOf(client: Client): Promise<Diagnosis> {
  const row = await queryRow(client, z.object({ server_version: z.string() }), 'SHOW server_version');
  const version = row?.server_version ?? '';
  return Number.parseInt(version, 10) >= OLDEST_VERSION
    ? ok(`Postgres ${version} responds`)
    : problem(`Postgres ${version} is too old`, `Upgrade it to ${OLDEST_VERSION} or newer.`);
}

async function schemaOf(
  client: Client,
  { schema, migrations }: { schema: string; migrations: Migrations },
): Promise<Diagnosis> {
  const rows = await queryRows(
    client,
    named,
    `SELECT name FROM ${escapeIdentifier(schema)}.${escapeIdentifier(MIGRATIONS_TABLE)}`,
  );
  const known = new Set(rows.map(({ name }) => name));
  const missing = migrations.map(({ name }) => name).filter((name) => !known.has(name));
  return missing.length === 0
    ? ok(`the schema ${schema} is up to date (migrations: ${known.size})`)
    : problem(`the schema ${schema} lacks ${missing.join(', ')}`, MIGRATE);
}

async function clockOf(client: Client): Promise<Diagnosis> {
  const before = Date.now();
  const row = await queryRow(
    client,
    z.object({ at: z.number() }),
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS at',
  );
  return clockDiagnosis('Postgres', row?.at ?? 0, (before + Date.now()) / 2);
}

async function foreignAccessOf(client: Client, schema: string): Promise<Diagnosis> {
  const rows = await queryRows(
    client,
    named,
    `SELECT n.nspname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relname = $2 AND n.nspname <> $1
       AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT') ORDER BY name`,
    [schema, MIGRATIONS_TABLE],
  );
  return rows.length === 0
    ? ok('the role of DATABASE_URL has no access to tables of other services')
    : warning(
        `the role of DATABASE_URL can also access tables of other services: ${rows.map(({ name }) => name).join(', ')}`,
        'Give each process its own role: set DATABASE_ADMIN_URL instead of a shared DATABASE_URL.',
      );
}

async function evidenceRights(client: Client, table: string): Promise<Diagnosis> {
  const row = await queryRow(
    client,
    z.object({ canChange: z.boolean() }),
    `SELECT has_table_privilege($1, 'DELETE') OR has_table_privilege($1, 'UPDATE') AS "canChange"`,
    [table],
  );
  return row?.canChange
    ? warning(
        `the role of DATABASE_URL may change the evidence in ${table}`,
        'Use a role for the services that does not own the tables. Use the owner only in DATABASE_ADMIN_URL.',
      )
    : ok(`${table} cannot be changed or deleted by the services`);
}
