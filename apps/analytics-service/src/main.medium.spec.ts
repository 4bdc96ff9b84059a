import 'reflect-metadata';
import { createHash, randomUUID } from 'node:crypto';
import { AppError, leadsRpc, viewingRpc } from '@secure-preview/contracts';
import { createRpcClient, RpcListClient } from '@secure-preview/rpc';
import { createLogger } from '@secure-preview/service-kit';
import { runMigrations } from '@secure-preview/service-kit/postgres';
import {
  startTestPostgres,
  startTestRedis,
  type TestDatabase,
  type TestPostgres,
  type TestRedis,
  until,
} from '@secure-preview/testing';
import { Client } from 'pg';
import { ANALYTICS_SCHEMA, analyticsMigrations } from './database/data-source.js';
import { freePort, migrate, ServiceProcess } from './testing/service-process.js';

const TEXT = 'I accept.';
const termsSha256 = createHash('sha256').update(TEXT).digest('hex');
let postgres: TestPostgres;
let redis: TestRedis;
let database: TestDatabase;
let transport: RpcListClient;
const started: ServiceProcess[] = [];

function start(variables: Record<string, string> = {}): ServiceProcess {
  const service = ServiceProcess.start({
    DATABASE_URL: database.appUrl,
    RPC_REDIS_URL: redis.url,
    ...variables,
  });
  started.push(service);
  return service;
}

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startTestPostgres(), startTestRedis()]);
  transport = new RpcListClient({
    url: redis.url,
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  await transport.connect();
});
beforeEach(async () => {
  database = await postgres.createDatabase();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.end('SIGKILL')));
  await redis.flush();
});
afterAll(async () => {
  await transport?.close();
  await Promise.all([postgres?.stop(), redis?.stop()]);
});

const migrateInProcess = () =>
  runMigrations({
    adminUrl: database.adminUrl,
    appUrl: database.appUrl,
    schema: ANALYTICS_SCHEMA,
    migrations: analyticsMigrations,
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
const migrateByCommand = async () =>
  expect(await migrate({ DATABASE_URL: database.appUrl, DATABASE_ADMIN_URL: database.adminUrl })).toBe(0);
const context = (commandId = randomUUID()) => ({ requestId: randomUUID(), commandId });
const visitor = () => ({ sessionRef: randomUUID(), ip: '203.0.113.1', userAgent: null });
const waitUntilServed = () =>
  until(() => transport.isServed('analytics'), { deadlineMs: 60_000, what: 'the service' });
const clients = () => ({
  leads: createRpcClient(leadsRpc, transport),
  viewing: createRpcClient(viewingRpc, transport),
});
const capture = (commandId = randomUUID()) =>
  clients().leads.capture(
    { name: 'Ada', email: 'ada@example.org', termsSha256, visitor: visitor() },
    context(commandId),
  );
const registerTerms = () =>
  clients().leads.registerTerms({ sha256: termsSha256, version: '2025-10', text: TEXT }, context());

it('migrates the outbox before its own schema, with which it is ready to write alerts', async () => {
  const owner = new Client({ connectionString: database.adminUrl });
  await owner.connect();
  try {
    // The migrations of the own schema fail at this table.
    await owner.query('CREATE SCHEMA analytics; CREATE TABLE analytics.terms_texts ()');
    const code = await migrate({ DATABASE_URL: database.appUrl, DATABASE_ADMIN_URL: database.adminUrl });
    expect(code).toBe(1);
    const { rows } = await owner.query(
      `SELECT to_regclass('outbox.alerts') AS alerts, to_regclass('analytics.leads') AS leads`,
    );
    expect(rows).toEqual([{ alerts: 'outbox.alerts', leads: null }]);
  } finally {
    await owner.end();
  }
});

it('answers the calls of its contracts', async () => {
  await migrateByCommand();
  start();
  await waitUntilServed();
  const { leads, viewing } = clients();
  await expect(capture()).rejects.toMatchObject({ code: 'TERMS_NOT_REGISTERED' });
  expect(await registerTerms()).toEqual({ registered: true });
  const { leadId } = await capture();
  expect(await leads.list({ limit: 10, sort: 'newest', q: 'ADA' }, context())).toMatchObject({
    leads: [{ id: leadId, name: 'Ada', ipAddress: '203.0.113.1', verifiedBy: 'none' }],
    total: 1,
    nextCursor: null,
  });
  const watcher = { ...visitor(), leadId };
  expect(await viewing.logAccess(watcher, context())).toEqual({ ok: true });
  const { id } = await viewing.start({ watcher, trailer: null }, context());
  const update = { duration: '0:01', completed: 'false', ranges: [[0, 1]] } as const;
  const reported = {
    sessionRef: watcher.sessionRef,
    update: { ...update, ranges: [[0, 1]] as [number, number][] },
  };
  expect(await viewing.update({ id, ...reported }, context())).toEqual({ ok: true, trailerId: null });
  await expect(viewing.update({ id: 'nonsense', ...reported }, context())).rejects.toMatchObject({
    code: 'VIEWING_SESSION_NOT_FOUND',
  });
  for (let count = 1; count < 20; count++) await viewing.start({ watcher, trailer: null }, context());
  await expect(viewing.start({ watcher, trailer: null }, context())).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    params: { retryAfterSeconds: expect.any(Number) },
  });
});

it('stores one lead for a command that several replicas receive', async () => {
  await migrateInProcess();
  start();
  start();
  await waitUntilServed();
  await registerTerms();
  const commandId = randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => capture(commandId)));
  expect(new Set(answers.map(({ leadId }) => leadId)).size).toBe(1);
  expect((await clients().leads.list({ limit: 10, sort: 'newest' }, context())).total).toBe(1);
});

it('answers SERVICE_UNAVAILABLE while Postgres is down, keeps acknowledged leads and recovers', async () => {
  await migrateInProcess();
  const service = start();
  await waitUntilServed();
  await registerTerms();
  const before = await Promise.all(Array.from({ length: 20 }, () => capture()));
  const during = Promise.allSettled(Array.from({ length: 20 }, () => capture()));
  await postgres.kill9();
  const outcomes = await during;
  await expect(capture()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await postgres.restart();
  const after = await until(() => capture(), { deadlineMs: 60_000, what: 'the service to recover' });
  expect(service.isRunning).toBe(true);
  const acknowledged = [
    ...before,
    ...outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    after,
  ].map(({ leadId }) => leadId);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(AppError);
  const { leads } = await clients().leads.list({ limit: 500, sort: 'newest' }, context());
  expect(leads.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
});

/** Returns the readiness from the internal port: HTTP status and state of each dependency. */
async function readinessAt(port: number) {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(5000) });
  const { checks } = (await answer.json()) as { checks: Record<string, string> };
  return { status: answer.status, checks };
}

it('reports at startup that Postgres is unreachable, is live, and exits with code 0', async () => {
  const port = await freePort();
  const unreachableUrl = 'postgres://portal_app:test@127.0.0.1:1/portal';
  const service = start({ DATABASE_URL: unreachableUrl, INTERNAL_PORT: String(port), LOG_LEVEL: 'silent' });
  const { status, checks } = await until(() => readinessAt(port), {
    deadlineMs: 60_000,
    what: 'the health page',
  });
  expect(status).toBe(503);
  expect(checks).toMatchObject({ postgres: 'has not been reached yet' });
  expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toContain('portal_dependency_up{dependency="postgres"} 0');
  expect(await service.end('SIGTERM')).toBe(0);
});

it('is not ready while the Redis for calls rejects its password', async () => {
  await migrateInProcess();
  const port = await freePort();
  const wrongPassword = {
    RPC_REDIS_URL: redis.url.replace(/:[^:@]*@/, ':wrong@'),
    INTERNAL_PORT: String(port),
  };
  start({ ...wrongPassword, LOG_LEVEL: 'silent' });
  const { status, checks } = await until(
    async () => {
      const found = await readinessAt(port);
      return found.checks['postgres'] === 'ok' ? found : undefined;
    },
    { deadlineMs: 60_000, what: 'the health page' },
  );
  expect(status).toBe(503);
  expect(checks['calls']).not.toBe('ok');
});

it('becomes ready and accepts calls only once the database has its schema', async () => {
  const port = await freePort();
  const service = start({ INTERNAL_PORT: String(port), LOG_LEVEL: 'warn' });
  const ready = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, {
      signal: AbortSignal.timeout(5000),
    });
    return answer.status;
  };
  expect(await until(ready, { deadlineMs: 60_000, what: 'the health page' })).toBe(503);
  await until(() => service.log.includes('waiting for migrations'), { what: 'the schema check' });
  expect(await transport.isServed('analytics')).toBe(false);
  await migrateByCommand();
  await until(async () => (await ready()) === 200, { deadlineMs: 60_000, what: 'readiness' });
  await waitUntilServed();
});

it('exits with code 0 on SIGTERM, also while it waits for the schema', async () => {
  const waiting = start({ LOG_LEVEL: 'warn' });
  await until(() => waiting.log.includes('waiting for migrations'), {
    deadlineMs: 60_000,
    what: 'the schema check',
  });
  expect(await waiting.end('SIGTERM')).toBe(0);

  await migrateInProcess();
  const service = start();
  await waitUntilServed();
  expect(await service.end('SIGTERM')).toBe(0);
});
