import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@secure-preview/service-kit';
import { parseCronItems, type Runner, run } from 'graphile-worker';
import { Pool } from 'pg';
import { JOBS_SCHEMA } from '../database/data-source.js';
import { LOGGER, MEDIA_ENVIRONMENT, type MediaEnvironment } from '../environment.js';
import { removeAbandonedFolders } from '../processing/work-folder.js';
import { jobLogger } from './job-logger.js';
import { Tasks } from './tasks.js';
import { WorkerLiveness } from './worker-liveness.js';

/** Videos processed at once; ffmpeg itself uses every processor. The second one is for sweeps beside it. */
const CONCURRENCY = 2;
/** Milliseconds until a new try to reach the database. */
const RETRY_MS = 1000;
/** Milliseconds that a job may go on after the order to stop; it is tried again elsewhere. */
const STOP_MS = 200;
const CRON = parseCronItems([
  { task: 'sweep', match: '17 * * * *', identifier: 'hourly-sweep', options: { jobKey: 'sweep' } },
]);

/** Runs jobs for as long as the process lives, through every loss of the database. */
@Injectable()
export class WorkerRunner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private state = 'not connected yet';

  constructor(
    private readonly tasks: Tasks,
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

  /** `ok`, or why no jobs are taken. */
  describe(): string {
    return this.state;
  }

  private async keepRunning(): Promise<void> {
    await removeAbandonedFolders().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'could not remove abandoned folders');
    });
    while (!this.stopping.signal.aborted) {
      try {
        await this.runOnce();
      } catch (error) {
        this.logger.warn({ err: error }, 'jobs cannot be taken; trying again');
      }
      this.state = 'not connected';
      await pause(RETRY_MS, this.stopping.signal);
    }
  }

  /** Takes jobs until told to stop, or until the database is lost. */
  private async runOnce(): Promise<void> {
    const liveness = new WorkerLiveness(this.environment.DATABASE_URL, this.logger);
    const pool = this.pool();
    try {
      await liveness.connect();
      const runner = await this.start(pool, liveness);
      liveness.watch();
      this.state = 'ok';
      const end = AbortSignal.any([this.stopping.signal, liveness.signal]);
      const stop = () => void runner.stop().catch(() => undefined);
      if (end.aborted) stop();
      else end.addEventListener('abort', stop, { once: true });
      await runner.promise;
    } finally {
      await liveness.close();
      await pool.end();
    }
  }

  private start(pgPool: Pool, liveness: WorkerLiveness): Promise<Runner> {
    return run({
      pgPool,
      schema: JOBS_SCHEMA,
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: STOP_MS,
      logger: jobLogger(this.logger),
      taskList: this.tasks.list(),
      parsedCronItems: CRON,
      preset: {
        // With a delay, even of nothing, the library survives a database that is away when a job ends.
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
        plugins: [announcePlugin(liveness)],
      },
    });
  }

  private pool(): Pool {
    const pool = new Pool({
      connectionString: this.environment.DATABASE_URL,
      max: CONCURRENCY + 3,
      connectionTimeoutMillis: 3000,
      statement_timeout: 10_000,
      application_name: 'secure-preview-media-jobs',
      keepAlive: true,
    });
    const report = (error: Error) => this.logger.debug({ err: error }, 'a connection for jobs was lost');
    pool.on('error', report);
    pool.on('connect', (client) => client.on('error', report));
    return pool;
  }
}

/** Has a pool's id announced before its first worker takes a job. */
function announcePlugin(liveness: WorkerLiveness): GraphileConfig.Plugin {
  const announced = new Map<string, Promise<void>>();
  return {
    name: 'AnnounceLife',
    version: '1.0.0',
    worker: {
      hooks: {
        async startWorker(_context, { worker }) {
          const { id } = worker.workerPool;
          const known = announced.get(id) ?? liveness.announce(id);
          announced.set(id, known);
          await known;
        },
      },
    },
  };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
