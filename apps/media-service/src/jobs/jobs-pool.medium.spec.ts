import { startTestPostgres, type TestPostgres } from '@secure-preview/testing';
import type { Pool, PoolClient } from 'pg';
import { jobsPool } from './jobs-pool.js';

let postgres: TestPostgres;
let pool: Pool;
beforeAll(async () => {
  postgres = await startTestPostgres();
  const { name } = await postgres.createDatabase();
  pool = jobsPool(postgres.adminUrl(name), 1, { debug: () => undefined });
});
afterAll(async () => {
  await pool?.end();
  await postgres?.stop();
});

it('ignores the second release of a connection', async () => {
  const [client, release] = await new Promise<[PoolClient | undefined, () => void]>((resolve) =>
    pool.connect((_error, client, release) => resolve([client, release])),
  );
  await client?.query('SELECT 1');
  release();
  const next = await pool.connect();
  release();
  // The only connection still belongs to its new user.
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 0]);
  expect((await next.query('SELECT 2 AS value')).rows).toEqual([{ value: 2 }]);
  next.release();
});
