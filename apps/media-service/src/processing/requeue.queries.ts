import { trailerStatus } from '@secure-preview/contracts';
import { type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { JOBS_SCHEMA } from '../job-queue/jobs-schema.js';
import { UNFINISHED } from './unfinished.js';

const idRow = z.object({ id: z.string() });
const statusRow = z.object({ status: trailerStatus });
const sourceRow = z.object({ key: z.string() });
const jobRow = z.object({});

/** Selects unfinished trailers, oldest first. Includes failed trailers if requested. */
export async function selectWaiting(db: Queryable, failed: boolean): Promise<string[]> {
  const rows = await queryRows(
    db,
    idRow,
    `SELECT id FROM media.trailers WHERE ${UNFINISHED} OR ($1 AND status = 'failed') ORDER BY upload_order`,
    [failed],
  );
  return rows.map(({ id }) => id);
}

/** Locks an unfinished trailer until the transaction ends, and returns its status. */
export async function lockUnfinished(db: Queryable, trailerId: string) {
  const trailer = await queryRow(
    db,
    statusRow,
    `SELECT status FROM media.trailers WHERE id = $1 AND ${UNFINISHED} FOR UPDATE`,
    [trailerId],
  );
  return trailer?.status;
}

/** Returns whether a worker has taken a job of a trailer. */
export async function isJobTaken(db: Queryable, trailerId: string): Promise<boolean> {
  const job = await queryRow(
    db,
    jobRow,
    `SELECT FROM ${JOBS_SCHEMA}.jobs WHERE key = ANY($1) AND locked_at IS NOT NULL`,
    [[`process:${trailerId}`, `finish:${trailerId}`]],
  );
  return job !== undefined;
}

/** Resets a failed trailer to the state of a new upload and returns the upload's key. */
export async function restartFailed(db: Queryable, trailerId: string): Promise<string | undefined> {
  const source = await queryRow(
    db,
    sourceRow,
    `UPDATE media.trailers SET status = 'processing', failure = NULL, ladder_done = false, step = NULL, progress = 0,
            seconds_left = NULL, attempt_id = NULL, lost_attempts = 0, cancelled_at = NULL,
            ladder_warnings = '[]'
     WHERE id = $1 AND status = 'failed' RETURNING source_key AS key`,
    [trailerId],
  );
  return source?.key;
}
