import type { ModuleRef } from '@nestjs/core';
import { createLogger, loadEnvironment } from '@secure-preview/service-kit';
import { until } from '@secure-preview/testing';
import { Client, type PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { mediaDataSource } from '../database/data-source.js';
import { workerEnvironment } from '../environment.js';
import { enqueue } from '../job-queue/enqueue.js';
import { type MediaServers, startMediaServers } from '../testing/media-servers.js';
import type { JobTasksService } from './job-tasks.service.js';
import { jobsPool } from './jobs-pool.js';
import { WorkerRunnerService } from './worker-runner.service.js';

interface BlockedJob {
  end(): void;
  fail(): void;
}

/** Jobs that run until the test ends them, by their trailer. They do not react to the stop signal. */
class BlockedJobs {
  private readonly running = new Map<string, BlockedJob>();

  readonly tasks = {
    list: () => ({
      'process-trailer': (payload: unknown) =>
        new Promise<void>((end, reject) => {
          const { trailerId } = payload as { trailerId: string };
          this.running.set(trailerId, { end, fail: () => reject(new Error(`${trailerId} fails`)) });
        }),
      'finish-trailer': async () => undefined,
      sweep: async () => undefined,
    }),
  } as unknown as JobTasksService;

  started(trailerId: string): Promise<BlockedJob> {
    return until(() => this.running.get(trailerId), { deadlineMs: 30_000, what: `job ${trailerId}` });
  }
}

let servers: MediaServers;
let database: DataSource;
let worker: WorkerRunnerService;
const jobs = new BlockedJobs();
const log: string[] = [];

beforeAll(async () => {
  servers = await startMediaServers();
  const environment = loadEnvironment(workerEnvironment, servers.workerVariables);
  database = await new DataSource(mediaDataSource(environment.DATABASE_URL)).initialize();
  const logger = createLogger({
    service: 'media',
    level: 'warn',
    destination: { write: (line) => void log.push(line) },
  });
  worker = new WorkerRunnerService(
    jobs.tasks,
    { get: () => database } as unknown as ModuleRef,
    environment,
    logger,
  );
  worker.onApplicationBootstrap();
});
afterAll(async () => {
  await worker?.onModuleDestroy();
  await database?.destroy();
  await servers?.stop();
});

const add = (trailerId: string) => enqueue(database, 'process-trailer', { trailerId }, trailerId);
const untilLost = (count: number) =>
  until(() => log.filter((line) => line.includes('Failed to fail jobs')).length === count, {
    what: `${count} lost results`,
  });
/**
 * Kills Postgres. Resolves as soon as connections are lost: 200 ms later the worker stops its jobs, so their results
 * would no longer be stored.
 */
async function killPostgres(): Promise<{ killed: Promise<void> }> {
  const client = new Client({ connectionString: servers.workerVariables['DATABASE_URL'] });
  client.on('error', () => undefined);
  await client.connect();
  const lost = new Promise<void>((resolve) => client.once('end', resolve));
  const killed = servers.postgres.kill9();
  await lost;
  return { killed };
}

it('takes jobs again when failures of two jobs could not be stored before a third job ended', async () => {
  for (const trailerId of ['first', 'second', 'third']) await add(trailerId);
  const [first, second, third] = await Promise.all(
    ['first', 'second', 'third'].map((id) => jobs.started(id)),
  );
  const { killed } = await killPostgres();
  first?.fail();
  await untilLost(1);
  second?.fail();
  await untilLost(2);
  third?.end();
  await killed;
  await servers.postgres.restart();
  await until(() => add('fourth').then(() => true), { deadlineMs: 20_000, what: 'the database' });
  const fourth = await jobs.started('fourth');
  fourth.end();
});

it('ignores the second release of a connection', async () => {
  const pool = jobsPool(servers.environment.DATABASE_URL, 1, { debug: () => undefined });
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
  await pool.end();
});
