import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { GaugeSources, type Logger, metric, sharedRead } from '@secure-preview/service-kit';
import type { DataSource } from 'typeorm';
import { LOGGER } from '../environment.js';
import type { MediaJobs } from './enqueue.js';
import { JOBS_SCHEMA } from './jobs-schema.js';
import { isTaken } from './pool-lock.js';

const kinds: Readonly<Record<keyof MediaJobs, true>> = {
  'process-trailer': true,
  'finish-trailer': true,
  sweep: true,
};
const tasks = Object.keys(kinds) as (keyof MediaJobs)[];
const states = ['waiting', 'running', 'retrying', 'scheduled', 'failed'] as const;

interface Row {
  task: string;
  state: (typeof states)[number];
  jobs: number;
  oldestSeconds: number;
}

/**
 * Counts jobs by state. A job without tries left is `failed`; one with tries left is `retrying`. A job of a
 * dead worker is `waiting`, counted from when it was taken.
 */
const QUEUE = `
  SELECT task_identifier AS task,
         CASE WHEN ${isTaken('job')} THEN 'running'
              WHEN attempts >= max_attempts THEN 'failed'
              WHEN locked_at IS NOT NULL THEN 'waiting'
              WHEN attempts > 0 THEN 'retrying'
              WHEN run_at > clock_timestamp() THEN 'scheduled'
              ELSE 'waiting' END AS state,
         count(*)::int AS jobs,
         coalesce(max(extract(epoch FROM clock_timestamp() - coalesce(locked_at, run_at))), 0)::float8
           AS "oldestSeconds"
  FROM ${JOBS_SCHEMA}.jobs job GROUP BY 1, 2`;

/** Undefined while Postgres is unavailable: the series are then missing, not zero. */
const queues = new GaugeSources<() => Promise<Row[] | undefined>>();

metric.gauge(
  'portal_jobs',
  'Media jobs in Postgres, by task and state; the same from every media process.',
  ['task', 'state'],
  async (gauge) => {
    gauge.reset();
    for (const [, read] of queues) {
      const rows = await read();
      if (!rows) continue;
      for (const task of tasks) for (const state of states) gauge.set({ task, state }, 0);
      for (const { task, state, jobs } of rows) gauge.set({ task, state }, jobs);
    }
  },
);
metric.gauge(
  'portal_job_oldest_waiting_seconds',
  'Age of the oldest job that is ready to run.',
  ['task'],
  async (gauge) => {
    gauge.reset();
    for (const [, read] of queues) {
      const rows = await read();
      if (!rows) continue;
      for (const task of tasks) gauge.set({ task }, 0);
      for (const { task, state, oldestSeconds } of rows) {
        if (state === 'waiting') gauge.set({ task }, oldestSeconds);
      }
    }
  },
);

/** Exports the length of the queue in every role, even in processes without a worker. */
@Injectable()
export class JobQueueMetricsService implements OnModuleDestroy {
  private readonly unwatch: () => void;

  constructor(@InjectDataSource() dataSource: DataSource, @Inject(LOGGER) logger: Logger) {
    const read = () =>
      dataSource.query<Row[]>(QUEUE).catch((error: unknown) => {
        logger.debug({ err: error }, 'the queue could not be measured');
        return undefined;
      });
    this.unwatch = queues.add('media', sharedRead(read));
  }

  onModuleDestroy(): void {
    this.unwatch();
  }
}
