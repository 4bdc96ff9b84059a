import { startTestPostgres, sumOf, type TestPostgres } from '@secure-preview/testing';
import { DataSource } from 'typeorm';
import { createLogger } from '../logging/logger.js';
import { metricsText } from '../metrics/registry.js';
import { measuredPool } from '../postgres/measured-postgres.js';
import { postgresOptions } from '../postgres/postgres-options.js';
import type { Checks } from './dependency-checks.js';
import { type InternalServer, startInternalServer } from './internal-server.js';

const logger = createLogger({ service: 'test', level: 'silent' });
let server: InternalServer;
let postgres: TestPostgres;
let checks: Checks;

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startInternalServer({ host: '127.0.0.1', port: 0, checks: () => checks, logger });
});
beforeEach(() => {
  checks = { postgres: () => 'ok', objectStorage: () => 'is unavailable' };
});
afterAll(async () => {
  await server?.close();
  await postgres?.stop();
});

const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);
const scrape = async () => (await get('/metrics')).text();

it('serves metrics and health on the same port', async () => {
  const answer = await get('/metrics');
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  expect(sumOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  expect(sumOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  expect(sumOf(text, 'portal_dependency_up', { dependency: 'postgres' })).toBe(1);
  expect(sumOf(text, 'portal_dependency_up', { dependency: 'objectStorage' })).toBe(0);
  expect((await get('/health/ready')).status).toBe(503);
  expect((await get('/elsewhere')).status).toBe(404);
});

it('answers in time while a dependency hangs, and reports it', async () => {
  checks = { postgres: () => 'ok', redis: () => new Promise(() => undefined) };
  const text = await scrape();
  expect(sumOf(text, 'portal_dependency_up', { dependency: 'redis' })).toBe(0);
  expect(sumOf(text, 'portal_dependency_up', { dependency: 'postgres' })).toBe(1);
  expect(text.match(/^portal_dependency_up\{/gm)).toHaveLength(2);
});

it('measures pool connections and query durations of Postgres', async () => {
  const database = await postgres.createDatabase();
  const pool = measuredPool('measured', { connectionString: database.adminUrl, max: 1 });
  pool.on('error', () => undefined);
  const busy = await pool.connect();
  const waiting = pool.connect();
  const during = await scrape();
  const at = (text: string, name: string, labels = {}) =>
    sumOf(text, `portal_postgres_${name}`, { pool: 'measured', ...labels });
  expect(at(during, 'pool_connections', { state: 'busy' })).toBe(1);
  expect(at(during, 'pool_waiting')).toBe(1);
  expect(at(during, 'pool_limit')).toBe(1);
  await busy.query('SELECT 1');
  await expect(busy.query('SELECT nonsense')).rejects.toThrow('nonsense');
  busy.release();
  (await waiting).release();
  const after = await scrape();
  expect(at(after, 'pool_connections', { state: 'idle' })).toBe(1);
  expect(at(after, 'pool_waiting')).toBe(0);
  expect(at(after, 'query_duration_seconds_count', { outcome: 'ok' })).toBe(1);
  expect(at(after, 'query_duration_seconds_count', { outcome: 'error' })).toBe(1);
  // The query takes the free connection in the next tick.
  const checked = pool.query('SELECT 1');
  expect(at(await metricsText(), 'pool_waiting')).toBe(0);
  await checked;
  await pool.end();
  expect(at(await scrape(), 'pool_limit')).toBeUndefined();
});

it('measures the data sources of services', async () => {
  const { adminUrl: url } = await postgres.createDatabase();
  const dataSource = await new DataSource(
    postgresOptions({ url, schema: 'public', entities: [], poolSize: 3 }),
  ).initialize();
  await dataSource.transaction((db) => db.query('SELECT $1::int', [1]));
  const text = await scrape();
  expect(sumOf(text, 'portal_postgres_pool_limit', { pool: 'public' })).toBe(3);
  expect(
    sumOf(text, 'portal_postgres_query_duration_seconds_count', { pool: 'public', outcome: 'ok' }),
  ).toBeGreaterThanOrEqual(3);
  await dataSource.destroy();
});
