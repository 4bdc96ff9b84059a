import { queryRows } from '@secure-preview/service-kit/postgres';
import type { DataSource } from 'typeorm';
import * as z from 'zod';
import { enqueueForTrailer } from '../job-queue/enqueue.js';
import { JOBS_SCHEMA } from '../job-queue/jobs-schema.js';
import { UNFINISHED } from './unfinished.js';

const forgottenRow = z.object({ id: z.string(), job: z.enum(['process-trailer', 'finish-trailer']) });

/**
 * Enqueues a new job for each unfinished trailer without a runnable job. Its job was lost, or its worker
 * was killed during the last attempt.
 */
export async function enqueueForgotten(dataSource: DataSource): Promise<void> {
  await dataSource.transaction(async (manager) => {
    const forgotten = await queryRows(
      manager,
      forgottenRow,
      `SELECT id, CASE status WHEN 'ready' THEN 'finish-trailer' ELSE 'process-trailer' END AS job
       FROM media.trailers t WHERE ${UNFINISHED} AND NOT EXISTS (
         SELECT FROM ${JOBS_SCHEMA}.jobs j
         WHERE j.key IN ('process:' || t.id, 'finish:' || t.id)
           AND (j.locked_at IS NOT NULL OR j.attempts < j.max_attempts))`,
    );
    for (const { id, job } of forgotten) await enqueueForTrailer(manager, job, { trailerId: id });
  });
}
