import { execute, type Queryable } from '@secure-preview/service-kit/postgres';

/**
 * Locks the pointer to the active trailer until the transaction ends. To avoid deadlocks, lock the pointer
 * before any trailer.
 */
export async function lockPointer(db: Queryable): Promise<void> {
  await execute(db, 'SELECT FROM media.active_trailer FOR UPDATE');
}

/** Activates a trailer that the administrator chose. The recorded upload order stays. */
export async function pointTo(db: Queryable, trailerId: string): Promise<void> {
  await execute(
    db,
    `INSERT INTO media.active_trailer (trailer_id) VALUES ($1)
     ON CONFLICT (only_row) DO UPDATE SET trailer_id = $1, chosen_at = clock_timestamp()`,
    [trailerId],
  );
}

/** Activates a trailer that became ready, unless a newer upload was shown before. */
export async function moveActivePointer(db: Queryable, trailerId: string, order: string): Promise<void> {
  await execute(
    db,
    `INSERT INTO media.active_trailer (trailer_id, newest_upload_order) VALUES ($1, $2)
     ON CONFLICT (only_row) DO UPDATE
     SET trailer_id = excluded.trailer_id, newest_upload_order = excluded.newest_upload_order,
         chosen_at = clock_timestamp()
     WHERE active_trailer.newest_upload_order < excluded.newest_upload_order`,
    [trailerId, order],
  );
}
