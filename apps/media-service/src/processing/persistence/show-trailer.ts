import type { EntityManager } from 'typeorm';
import type { Attempt } from '../processing.repository.js';
import { AttemptSupersededError } from '../processing-errors.js';

type Queryable = Pick<EntityManager, 'query'>;

/** Marks a trailer as ready. Returns its upload order, which tells later uploads from earlier ones. */
export async function markReady(db: Queryable, attempt: Attempt, durationSeconds: number): Promise<string> {
  const [rows] = (await db.query(
    `UPDATE trailer SET status = 'ready', duration_seconds = $3, lost_attempts = 0
     WHERE id = $1 AND attempt_id = $2 AND status = 'processing' RETURNING upload_order AS "order"`,
    [attempt.trailerId, attempt.attemptId, durationSeconds],
  )) as [{ order: string }[], number];
  const [trailer] = rows;
  if (trailer === undefined) throw new AttemptSupersededError();
  return trailer.order;
}

/** Activates the trailer, unless a newer upload was shown before this one was ready. */
export async function moveActivePointer(db: Queryable, trailerId: string, order: string): Promise<void> {
  await db.query(
    `INSERT INTO active_trailer (trailer_id, newest_upload_order) VALUES ($1, $2)
     ON CONFLICT (only_row) DO UPDATE
     SET trailer_id = excluded.trailer_id, newest_upload_order = excluded.newest_upload_order,
         chosen_at = clock_timestamp()
     WHERE active_trailer.newest_upload_order < excluded.newest_upload_order`,
    [trailerId, order],
  );
}
