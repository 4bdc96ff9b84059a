import pg from 'pg';
import { z } from 'zod';

/** Passwords by role name. */
export type RolePasswords = Readonly<Record<string, string>>;

/** The role that owns the database. */
export const OWNER = 'portal_owner';

/** Opens one connection, with deadlines, for the duration of `work`. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
  });
  // The next query reports a server that exited while the connection was idle.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs a statement and parses each row. @throws ZodError when a row does not match the schema */
export async function selectRows<Row extends z.ZodType>(
  client: pg.ClientBase,
  row: Row,
  sql: string,
  values: readonly unknown[] = [],
): Promise<z.output<Row>[]> {
  return z.array(row).parse((await client.query(sql, [...values])).rows);
}

/** Creates roles, or sets their passwords. No role may create databases or roles. */
export async function createRoles(client: pg.Client, passwords: RolePasswords): Promise<void> {
  for (const [role, password] of Object.entries(passwords)) {
    const existing = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
    const verb = existing.rowCount === 0 ? 'CREATE' : 'ALTER';
    const secret = client.escapeLiteral(password);
    await client.query(
      `${verb} ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD ${secret}`,
    );
  }
}

/** Creates a database for the owner's role. Only `roles` may connect to it. */
export async function createDatabase(
  client: pg.Client,
  name: string,
  roles: readonly string[],
): Promise<void> {
  const database = client.escapeIdentifier(name);
  await client.query(`CREATE DATABASE ${database} OWNER ${OWNER}`);
  await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
  await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${roles.join(', ')}`);
}

/**
 * Revokes privileges that Postgres grants to PUBLIC and that the portal does not need: connections to the
 * system databases, and large objects.
 */
async function restrictPublic(url: string, database: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC');
  });
  const inDatabase = Object.assign(new URL(url), { pathname: `/${database}` }).href;
  await withClient(inDatabase, async (client) => {
    await client.query(
      'REVOKE EXECUTE ON FUNCTION lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea) FROM PUBLIC',
    );
  });
}

/**
 * Prepares a server for migrations: creates missing roles and the missing database, sets passwords, restricts
 * PUBLIC.
 */
export async function createRolesAndDatabase(
  url: string,
  database: string,
  passwords: RolePasswords,
): Promise<void> {
  const roles = Object.keys(passwords);
  await withClient(url, async (client) => {
    await createRoles(client, passwords);
    const existing = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (existing.rowCount === 0) await createDatabase(client, database, roles);
    else
      await client.query(
        `GRANT CONNECT ON DATABASE ${client.escapeIdentifier(database)} TO ${roles.join(', ')}`,
      );
  });
  await restrictPublic(url, database);
}
