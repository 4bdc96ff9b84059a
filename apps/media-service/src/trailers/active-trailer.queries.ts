import { execute, type Queryable } from '@secure-preview/service-kit/postgres';

/**
 * Locks the row of the active trailer until the transaction ends. To avoid deadlocks, lock it before any trailer.
 */
export async function lockActiveTrailer(db: Queryable): Promise<void> {
  await execute(db, 'SELECT FROM media.active_trailers FOR UPDATE');
}

/** Activates a trailer that the administrator chose. Keeps the recorded upload order. */
export async function setActiveTrailer(db: Queryable, trailerId: string): Promise<void> {
  await execute(
    db,
    `INSERT INTO media.active_trailers (trailer_id) VALUES ($1)
     ON CONFLICT (only_row) DO UPDATE SET trailer_id = $1, chosen_at = clock_timestamp()`,
    [trailerId],
  );
}

/** Activates a trailer that became ready, unless a newer upload was activated before. */
export async function activateNewest(db: Queryable, trailerId: string, order: string): Promise<void> {
  await execute(
    db,
    `INSERT INTO media.active_trailers (trailer_id, newest_upload_order) VALUES ($1, $2)
     ON CONFLICT (only_row) DO UPDATE
     SET trailer_id = excluded.trailer_id, newest_upload_order = excluded.newest_upload_order,
         chosen_at = clock_timestamp()
     WHERE active_trailers.newest_upload_order < excluded.newest_upload_order`,
    [trailerId, order],
  );
}
