import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { aborted, type Logger, pause, settlesWithin } from '@secure-preview/service-kit';
import { parseCronItems, type Runner, run } from 'graphile-worker';
import type { Pool } from 'pg';
import { schemaOf } from '../database/schema.js';
import { LOGGER, MEDIA_ENVIRONMENT, type MediaEnvironment } from '../environment.js';
import type { MediaJobs } from '../job-queue/enqueue.js';
import { JOBS_SCHEMA } from '../job-queue/jobs-schema.js';
import { removeAbandonedFolders } from '../processing/work-folder.js';
import { jobLogger } from './job-logger.js';
import { JobTasksService } from './job-tasks.service.js';
import { jobsPool } from './jobs-pool.js';
import { WorkerLiveness } from './worker-liveness.js';

/**
 * Concurrent jobs of each kind in one process. Each kind has its own workers, so an upload never waits for the larger
 * sizes of another trailer. A waiting job holds neither a worker nor disk space. One ffmpeg uses every processor. Each
 * job may store a source of 500 MB on the disk, or both variants of a rendition.
 */
const CONCURRENCY: Readonly<Record<keyof MediaJobs, number>> = {
  'process-trailer': 3,
  'finish-trailer': 1,
  'read-clip': 1,
  'index-marks': 1,
  sweep: 1,
};
const TASKS = Object.keys(CONCURRENCY) as (keyof MediaJobs)[];
/** Number of connections: one for each worker, and two for the notifications and the schedule of each kind. */
const CONNECTIONS = Object.values(CONCURRENCY).reduce((sum, count) => sum + count, 0) + 2 * TASKS.length;
/** Milliseconds between attempts to reach the database. */
const RETRY_MS = 1000;
/** Time that a job may continue after the stop signal, in milliseconds. Another worker then retries it. */
const STOP_MS = 200;
/**
 * Time limit for workers and connections to end, in milliseconds. Without it, a lost database could block the
 * worker forever. graphile-worker 0.17.3 never ends a runner if the failures of two jobs could not be stored
 * before a third job ended (`batch` in its main.js). pg waits for an unreachable server.
 */
const END_MS = 5000;
const CRON = parseCronItems([
  { task: 'sweep', match: '17 * * * *', identifier: 'hourly-sweep', options: { jobKey: 'sweep' } },
]);

/** Runs jobs for the lifetime of the process, and reconnects whenever the connection to the database is lost. */
@Injectable()
export class WorkerRunnerService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private state = 'not connected yet';

  constructor(
    private readonly tasks: JobTasksService,
    private readonly modules: ModuleRef,
    @Inject(MEDIA_ENVIRONMENT) private readonly environment: MediaEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.keepRunning();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Returns `ok`, or why this process takes no jobs. */
  describe(): string {
    return this.state;
  }

  private async keepRunning(): Promise<void> {
    await removeAbandonedFolders().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'could not remove abandoned folders');
    });
    while (!this.stopping.signal.aborted) {
      const schema = await schemaOf(this.modules);
      if (schema === 'ok') {
        await this.runOnce().catch((error: unknown) => {
          this.logger.warn({ err: error }, 'jobs cannot be taken; trying again');
        });
      }
      // On an older schema, jobs of this release would fail, but workers of the previous release can run them.
      this.state = schema === 'ok' ? 'not connected' : schema;
      await pause(RETRY_MS, this.stopping.signal);
    }
  }

  /** Takes jobs until the service stops or the database is lost. */
  private async runOnce(): Promise<void> {
    const liveness = new WorkerLiveness(this.environment.DATABASE_URL, this.logger);
    const pool = jobsPool(this.environment.DATABASE_URL, CONNECTIONS, this.logger);
    try {
      await liveness.connect();
      await this.takeJobs(pool, liveness);
    } finally {
      await this.end('liveness', liveness.close());
      await this.end('connections', pool.end());
    }
  }

  private async takeJobs(pool: Pool, liveness: WorkerLiveness): Promise<void> {
    const runners: Runner[] = [];
    const end = AbortSignal.any([this.stopping.signal, liveness.signal]);
    try {
      for (const kind of TASKS) runners.push(await this.start(kind, pool, liveness));
      liveness.watch();
      this.state = 'ok';
      await Promise.race([...runners.map((runner) => runner.promise), aborted(end)]);
    } finally {
      const stopped = runners.flatMap((runner) => [runner.stop(), runner.promise]);
      await this.end('workers', Promise.allSettled(stopped));
    }
  }

  /** Waits for workers or connections to end, within the limit. */
  private async end(what: string, end: Promise<unknown>): Promise<void> {
    if (!(await settlesWithin(END_MS, end)))
      this.logger.warn({ what }, 'part of the worker did not end in time and was abandoned');
  }

  private start(kind: keyof MediaJobs, pgPool: Pool, liveness: WorkerLiveness): Promise<Runner> {
    return run({
      pgPool,
      schema: JOBS_SCHEMA,
      concurrency: CONCURRENCY[kind],
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: STOP_MS,
      logger: jobLogger(this.logger),
      taskList: { [kind]: this.tasks.list()[kind] },
      parsedCronItems: kind === 'sweep' ? CRON : [],
      preset: {
        // With a batch delay, even of 0, the library tolerates an unavailable database at the end of a job.
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
        plugins: [announcePlugin(liveness)],
      },
    });
  }
}

/** Takes the liveness lock of a pool before the first worker of the pool takes a job. */
function announcePlugin(liveness: WorkerLiveness): GraphileConfig.Plugin {
  const announced = new Map<string, Promise<void>>();
  return {
    name: 'AnnounceLife',
    version: '1.0.0',
    worker: {
      hooks: {
        async startWorker(_context, { worker }) {
          const { id } = worker.workerPool;
          const announcement = announced.get(id) ?? liveness.announce(id);
          announced.set(id, announcement);
          await announcement;
        },
      },
    },
  };
}
