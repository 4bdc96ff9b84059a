import type { Logger } from '@secure-preview/service-kit';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { Client } from 'pg';
import * as z from 'zod';
import { JOBS_SCHEMA } from '../job-queue/jobs-schema.js';
import { isPoolAlive, LOCK_CLASS } from '../job-queue/pool-lock.js';

/** Time between two checks for dead workers, in milliseconds. */
const CHECK_INTERVAL_MS = 2000;
const QUERY_MS = 4000;

const poolRow = z.object({ id: z.string() });

/**
 * Detects dead workers. Each worker pool holds a session-level advisory lock under its id, which Postgres releases when
 * the process ends. Releases the jobs of a pool whose lock is free in two consecutive checks. Without this, the job
 * library would wait 4 hours.
 */
export class WorkerLiveness {
  private readonly client: Client;
  private suspects = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private checking: Promise<void> = Promise.resolve();
  private readonly lost = new AbortController();

  /** @param checkIntervalMs milliseconds between two checks for dead workers */
  constructor(
    databaseUrl: string,
    private readonly logger: Logger,
    private readonly checkIntervalMs = CHECK_INTERVAL_MS,
  ) {
    this.client = new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: QUERY_MS,
      query_timeout: QUERY_MS,
      keepAlive: true,
      application_name: 'secure-preview-media-worker',
    });
    this.client.on('error', (error) => this.lost.abort(error));
    this.client.on('end', () => this.lost.abort(new Error('the liveness connection was lost')));
  }

  /** Aborts when the lock is lost, because other workers may then consider this worker dead. */
  get signal(): AbortSignal {
    return this.lost.signal;
  }

  async connect(): Promise<void> {
    await this.client.connect();
  }

  /** Holds the lock of a pool until `close`. */
  async announce(poolId: string): Promise<void> {
    await this.client.query('SELECT pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, poolId]);
  }

  /** Starts checking for dead workers. */
  watch(): void {
    this.timer = setTimeout(() => {
      this.checking = this.check()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'could not check for dead workers'))
        .finally(() => {
          if (this.timer !== undefined) this.watch();
        });
    }, this.checkIntervalMs);
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.checking;
    await this.client.end().catch(() => undefined);
  }

  private async check(): Promise<void> {
    const pools = await queryRows(
      this.client,
      poolRow,
      `SELECT id FROM (SELECT DISTINCT locked_by AS id FROM ${JOBS_SCHEMA}._private_jobs
                       WHERE locked_by IS NOT NULL) pool
       WHERE NOT ${isPoolAlive('id')}`,
    );
    const ids = pools.map(({ id }) => id);
    const dead = ids.filter((id) => this.suspects.has(id));
    this.suspects = new Set(ids);
    if (dead.length === 0) return;
    await this.client.query(`SELECT ${JOBS_SCHEMA}.force_unlock_workers($1)`, [dead]);
    this.logger.warn({ pools: dead }, 'released the jobs of dead workers');
  }
}
