import { execute, type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { JOBS_SCHEMA } from '../../job-queue/jobs-schema.js';
import type { CaseClip, ClipAttempt } from './clip-attempt.js';

/** Step of a case whose clip was read, until media-service compares it with the codewords. */
export const COMPARE_STEP = 'compare';

/** Steps in which a program runs on the clip. Each is stored before the program starts. */
const PROGRAM_STEPS = "'probe', 'match', 'read'";

/** SQL: the clip is not read yet. */
export const UNREAD = `(status IN ('queued', 'working') AND step IS DISTINCT FROM '${COMPARE_STEP}')`;

const clipRow = z.object({ key: z.string(), etag: z.string(), lostAttempts: z.int() });
const idRow = z.object({ id: z.string() });

/** Makes this the current attempt of its case, unless nothing is left to read. */
export function beginClipAttempt(
  db: Queryable,
  { caseId, attemptId }: ClipAttempt,
): Promise<CaseClip | undefined> {
  return queryRow(
    db,
    clipRow,
    `UPDATE media.leak_cases SET status = 'working', attempt_id = $2, step = NULL, progress = 0,
            lost_attempts = lost_attempts
              + (attempt_id IS NOT NULL AND coalesce(step IN (${PROGRAM_STEPS}), false))::integer
     WHERE id = $1 AND ${UNREAD}
     RETURNING source_key AS key, source_etag AS etag, lost_attempts AS "lostAttempts"`,
    [caseId, attemptId],
  );
}

/** Releases the clip of a case to the sweep. */
export async function releaseClip(db: Queryable, caseId: string): Promise<void> {
  await execute(
    db,
    `UPDATE media.stored_objects SET delete_after = clock_timestamp()
     WHERE key = (SELECT source_key FROM media.leak_cases WHERE id = $1)`,
    [caseId],
  );
}

/** Selects unread cases without a runnable job. */
export async function selectForgottenCases(db: Queryable): Promise<string[]> {
  const rows = await queryRows(
    db,
    idRow,
    `SELECT id FROM media.leak_cases c WHERE ${UNREAD} AND NOT EXISTS (
       SELECT FROM ${JOBS_SCHEMA}.jobs j
       WHERE j.key = 'clip:' || c.id AND (j.locked_at IS NOT NULL OR j.attempts < j.max_attempts))`,
  );
  return rows.map(({ id }) => id);
}
