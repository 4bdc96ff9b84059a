import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { z } from 'zod';
import { queryRow } from './query.js';

/** SQLSTATE of a login with a wrong password. */
const WRONG_PASSWORD = '28P01';
/** SQLSTATE of a missing right, such as to alter other roles. */
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Creates the role in `url` with its password, or sets the password of an existing role. Does not change a role that
 * the admin may not alter.
 *
 * @returns the role's name
 */
export async function ensureRole(admin: Client, url: string): Promise<string> {
  const { username, password } = new URL(url);
  const role = decodeURIComponent(username);
  const found = await queryRow(
    admin,
    z.object({ isAdmin: z.boolean(), exists: z.boolean() }),
    `SELECT current_user = $1 AS "isAdmin", EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS "exists"`,
    [role],
  );
  const { isAdmin = false, exists = false } = found ?? {};
  if (isAdmin) return role;
  const [name, secret] = [escapeIdentifier(role), escapeLiteral(decodeURIComponent(password))];
  if (!exists) {
    await admin.query(`CREATE ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${secret}`);
    await admin.query(`GRANT CONNECT ON DATABASE ${escapeIdentifier(admin.database ?? '')} TO ${name}`);
  } else if ((await codeOfLogin(url)) === WRONG_PASSWORD) {
    await admin.query(`ALTER ROLE ${name} PASSWORD ${secret}`).catch((error: { code?: string }) => {
      if (error.code !== INSUFFICIENT_PRIVILEGE) throw error;
    });
  }
  return role;
}

/** Returns the error code of a login; undefined when it succeeds. */
async function codeOfLogin(connectionString: string): Promise<string | undefined> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await client.end().catch(() => undefined);
  }
}
