// Replaces a built service in tests of the starter: serves health, prints its password once, counts
// migrations.
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';

const { env } = process;

async function sql(url, ...statements) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    let result;
    for (const statement of statements) result = await client.query(statement);
    return result.rows;
  } finally {
    await client.end();
  }
}

/** Creates a schema that counts its migrations. */
export async function migrate(name) {
  const schema = name.replace('-service', '');
  const prefix = schema.toUpperCase();
  const urls = Object.keys(env).filter((key) => key.startsWith(prefix) && key.endsWith('_DATABASE_URL'));
  const roles = urls.map((key) => new URL(env[key]).username).join(', ');
  await sql(
    env.DATABASE_ADMIN_URL,
    `CREATE SCHEMA IF NOT EXISTS ${schema}`,
    `CREATE TABLE IF NOT EXISTS ${schema}.migrated (at timestamptz DEFAULT now())`,
    `INSERT INTO ${schema}.migrated DEFAULT VALUES`,
    `GRANT USAGE ON SCHEMA ${schema} TO ${roles}`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${roles}`,
  );
}

async function bodyFor(name, url) {
  if (url === '/env') return env;
  if (url === '/pid') return process.pid;
  if (url === '/migrated')
    return await sql(
      env.DATABASE_URL,
      `SELECT count(*)::int AS n FROM ${name.replace('-service', '')}.migrated`,
    );
  return {};
}

/** Serves `/health/ready`, `/env`, `/pid` and `/migrated` as the service of this name. */
export function serve(name) {
  const handler = (request, response) => {
    bodyFor(name, request.url).then(
      (body) => response.end(JSON.stringify(body)),
      (error) => response.writeHead(503).end(String(error)),
    );
  };
  createServer(handler).listen(Number(env.INTERNAL_PORT), '127.0.0.1');
  if (name === 'gateway') createServer(handler).listen(Number(env.PORT), env.HOST);
  if (name === 'auth-service' && !env.UPLOAD_PASSWORD && !existsSync('password-made')) {
    writeFileSync('password-made', '');
    process.stdout.write('Upload password (shown once): correct-horse\n');
  }
  process.stdout.write(`${name} is up\n`);
  for (const event of ['SIGTERM', 'disconnect']) process.once(event, () => process.exit(0));
}
