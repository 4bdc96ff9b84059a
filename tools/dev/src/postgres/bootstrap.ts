import pg from 'pg';

export interface RolePasswords {
  superuser: string;
  owner: string;
  app: string;
}

/** Opens one connection, with deadlines, for the time of `work`. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: 60_000,
  });
  // A server that dies under an idle connection is reported by the next query.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Makes both roles, or sets their passwords: the owner makes schemas, the application's role makes nothing. */
export async function createRoles(
  client: pg.Client,
  passwords: Omit<RolePasswords, 'superuser'>,
): Promise<void> {
  const roles = [
    ['portal_owner', passwords.owner],
    ['portal_app', passwords.app],
  ] as const;
  for (const [role, password] of roles) {
    const known = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
    const verb = known.rowCount === 0 ? 'CREATE' : 'ALTER';
    const secret = client.escapeLiteral(password);
    await client.query(
      `${verb} ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD ${secret}`,
    );
  }
}

/** Makes a database that the owner's role owns and the application's role may connect to, and nobody else. */
export async function createDatabase(client: pg.Client, name: string): Promise<void> {
  const database = client.escapeIdentifier(name);
  await client.query(`CREATE DATABASE ${database} OWNER portal_owner`);
  await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
  await client.query(`GRANT CONNECT ON DATABASE ${database} TO portal_app`);
}

/** Brings a server to where migrations can begin; does nothing to what is already there. */
export async function createRolesAndDatabase(
  url: string,
  database: string,
  passwords: RolePasswords,
): Promise<void> {
  await withClient(url, async (client) => {
    await createRoles(client, passwords);
    const known = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (known.rowCount === 0) await createDatabase(client, database);
    else await client.query(`GRANT CONNECT ON DATABASE ${client.escapeIdentifier(database)} TO portal_app`);
  });
}
