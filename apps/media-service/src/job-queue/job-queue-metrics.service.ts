import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { GaugeSources, type Logger, metric, sharedRead } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import type { MediaJobs } from './enqueue.js';
import { type JobCount, JobQueueRepository, jobStates } from './job-queue.repository.js';

const kinds: Readonly<Record<keyof MediaJobs, true>> = {
  'process-trailer': true,
  'finish-trailer': true,
  'read-clip': true,
  'index-marks': true,
  sweep: true,
};
const tasks = Object.keys(kinds) as (keyof MediaJobs)[];
/** Functions that count the jobs. They return undefined while Postgres is unavailable, which removes the series. */
const queues = new GaugeSources<() => Promise<JobCount[] | undefined>>();

metric.gauge(
  'portal_jobs',
  'Media jobs in Postgres, by task and state; identical in every media process.',
  ['task', 'state'],
  async (gauge) => {
    gauge.reset();
    for (const [, read] of queues) {
      const rows = await read();
      if (!rows) continue;
      for (const task of tasks) for (const state of jobStates) gauge.set({ task, state }, 0);
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

  constructor(queue: JobQueueRepository, @Inject(LOGGER) logger: Logger) {
    const read = () =>
      queue.count().catch((error: unknown) => {
        logger.debug({ err: error }, 'could not count the jobs in the queue');
        return undefined;
      });
    this.unwatch = queues.add('media', sharedRead(read));
  }

  onModuleDestroy(): void {
    this.unwatch();
  }
}
