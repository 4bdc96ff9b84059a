import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { queryRows } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import * as z from 'zod';
import { JOBS_SCHEMA } from './jobs-schema.js';
import { isBeingRun } from './pool-lock.js';

export const jobStates = ['waiting', 'running', 'retrying', 'scheduled', 'failed'] as const;

const countRow = z.object({
  task: z.string(),
  state: z.enum(jobStates),
  jobs: z.int(),
  oldestSeconds: z.number(),
});
export type JobCount = z.output<typeof countRow>;

/**
 * Counts jobs by state. A job without remaining attempts is `failed`. A job that failed but has remaining attempts is
 * `retrying`. A job of a dead worker is `waiting`, and its age counts from the time at which that worker took it.
 */
const COUNT_JOBS = `
  SELECT task_identifier AS task,
         CASE WHEN ${isBeingRun('job')} THEN 'running'
              WHEN attempts >= max_attempts THEN 'failed'
              WHEN locked_at IS NOT NULL THEN 'waiting'
              WHEN attempts > 0 THEN 'retrying'
              WHEN run_at > clock_timestamp() THEN 'scheduled'
              ELSE 'waiting' END AS state,
         count(*)::int AS jobs,
         coalesce(max(extract(epoch FROM clock_timestamp() - coalesce(locked_at, run_at))), 0)::float8
           AS "oldestSeconds"
  FROM ${JOBS_SCHEMA}.jobs job GROUP BY 1, 2`;

@Injectable()
export class JobQueueRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Returns the number of jobs by task and state. */
  count(): Promise<JobCount[]> {
    return queryRows(this.dataSource, countRow, COUNT_JOBS);
  }
}
