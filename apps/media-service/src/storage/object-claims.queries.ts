import type { EntityManager } from 'typeorm';

type Queryable = Pick<EntityManager, 'query'>;

/** Keeps an object from being swept; returns false when the sweep has already taken it. */
export async function keepObject(db: Queryable, key: string): Promise<boolean> {
  const [, kept] = (await db.query(
    'UPDATE stored_object SET delete_after = NULL WHERE key = $1 AND NOT deleting',
    [key],
  )) as [unknown, number];
  return kept > 0;
}

/** Keeps the object of a poster; returns false when the sweep has already taken it. */
export async function keepPoster(db: Queryable, posterId: string): Promise<boolean> {
  const [poster] = await db.query<{ key: string }[]>('SELECT object_key AS key FROM poster WHERE id = $1', [
    posterId,
  ]);
  return poster !== undefined && (await keepObject(db, poster.key));
}

/** Releases a poster to the sweep after `days` days, unless a trailer still uses it. */
export async function releasePoster(db: Queryable, posterId: string | null, days: number): Promise<void> {
  await db.query(
    `UPDATE stored_object SET delete_after = clock_timestamp() + make_interval(days => $2) FROM poster p
     WHERE p.id = $1 AND key = p.object_key AND NOT EXISTS (SELECT FROM trailer WHERE poster_id = p.id)`,
    [posterId, days],
  );
}

/** Releases the upload of a trailer to the sweep. */
export async function releaseSource(db: Queryable, trailerId: string): Promise<void> {
  await db.query(
    `UPDATE stored_object SET delete_after = clock_timestamp()
     WHERE key = (SELECT source_key FROM trailer WHERE id = $1)`,
    [trailerId],
  );
}

/**
 * Releases unpublished objects of attempts to the sweep after an hour. A superseded worker learns a little
 * later that it must stop. An object that it stored after the sweep would be unknown to everyone.
 */
export async function releaseAttempts(db: Queryable, trailerId: string): Promise<void> {
  await db.query(
    `UPDATE stored_object SET delete_after = least(delete_after, clock_timestamp() + interval '1 hour')
     WHERE key IN (SELECT object_key FROM attempt_object WHERE trailer_id = $1)`,
    [trailerId],
  );
}

/** Releases all objects of a trailer except its poster to the sweep. */
export async function releaseTrailerObjects(db: Queryable, trailerId: string): Promise<void> {
  await releaseSource(db, trailerId);
  await releaseAttempts(db, trailerId);
  await releaseSegments(db, trailerId);
}

/** Removes the renditions of a trailer, and releases their objects to the sweep. */
export async function removeRenditions(db: Queryable, trailerId: string): Promise<void> {
  await releaseSegments(db, trailerId);
  await db.query('DELETE FROM rendition WHERE trailer_id = $1', [trailerId]);
}

async function releaseSegments(db: Queryable, trailerId: string): Promise<void> {
  await db.query(
    `UPDATE stored_object SET delete_after = clock_timestamp() WHERE key IN (
       SELECT s.object_key FROM segment s JOIN rendition r ON r.id = s.rendition_id WHERE r.trailer_id = $1)`,
    [trailerId],
  );
}
