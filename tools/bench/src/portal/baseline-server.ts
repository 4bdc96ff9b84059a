import { randomBytes, randomUUID } from 'node:crypto';
import { RedisStore } from 'connect-redis';
import express from 'express';
import session from 'express-session';
import { Redis } from 'ioredis';
import { Pool } from 'pg';

/**
 * A minimal server for the same work: one Express process, the same session store, one INSERT. The difference
 * to the portal is the cost of its services, its checks and its records.
 */
declare module 'express-session' {
  interface SessionData {
    viewer: { leadId: string; name: string; email: string };
  }
}

const pool = new Pool({ connectionString: process.env['DATABASE_ADMIN_URL'], max: 10 });
await pool.query(`
  CREATE SCHEMA IF NOT EXISTS bench;
  CREATE TABLE IF NOT EXISTS bench.leads (
    id uuid PRIMARY KEY, name text NOT NULL, email text NOT NULL, ip text NOT NULL, user_agent text,
    captured_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );`);

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(
  session({
    store: new RedisStore({ client: new Redis(process.env['REDIS_URL'] ?? ''), prefix: 'bench:' }),
    secret: randomBytes(32).toString('hex'),
    resave: false,
    saveUninitialized: false,
    name: 'bench.sid',
  }),
);
app.use(express.json({ limit: '64kb' }));

app.get('/api/auth/status', (request, response) => {
  const viewer = request.session.viewer;
  response.json({
    authenticated: viewer !== undefined,
    uploadAuthenticated: false,
    viewer: viewer ? { name: viewer.name, email: viewer.email, ip: request.ip } : null,
  });
});

app.post('/api/auth/lead-capture', async (request, response) => {
  const { name, email } = request.body as { name: string; email: string };
  const leadId = randomUUID();
  await pool.query('INSERT INTO bench.leads (id, name, email, ip, user_agent) VALUES ($1, $2, $3, $4, $5)', [
    leadId,
    name,
    email,
    request.ip,
    request.get('user-agent') ?? null,
  ]);
  await new Promise<void>((resolve, reject) => {
    request.session.regenerate((error) => (error ? reject(error) : resolve()));
  });
  request.session.viewer = { leadId, name, email };
  await new Promise<void>((resolve, reject) => {
    request.session.save((error) => (error ? reject(error) : resolve()));
  });
  response.json({ authenticated: true });
});

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
process.once('disconnect', () => process.exit(0));
