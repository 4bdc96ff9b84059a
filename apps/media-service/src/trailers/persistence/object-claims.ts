import type { EntityManager } from 'typeorm';

type Queryable = Pick<EntityManager, 'query'>;

/** Keeps an object from being swept; false when the sweep has already taken it. */
export async function keepObject(db: Queryable, key: string): Promise<boolean> {
  const [, kept] = (await db.query(
    'UPDATE stored_object SET delete_after = NULL WHERE key = $1 AND NOT deleting',
    [key],
  )) as [unknown, number];
  return kept > 0;
}

/** Keeps the object of a poster; false when the sweep has already taken it. */
export async function keepPoster(db: Queryable, posterId: string): Promise<boolean> {
  const [poster] = await db.query<{ key: string }[]>('SELECT object_key AS key FROM poster WHERE id = $1', [
    posterId,
  ]);
  return poster !== undefined && (await keepObject(db, poster.key));
}

/** Lets the sweep have a poster that no trailer shows any more, after some days. */
export async function releasePoster(db: Queryable, posterId: string | null, days: number): Promise<void> {
  await db.query(
    `UPDATE stored_object SET delete_after = clock_timestamp() + make_interval(days => $2) FROM poster p
     WHERE p.id = $1 AND key = p.object_key AND NOT EXISTS (SELECT FROM trailer WHERE poster_id = p.id)`,
    [posterId, days],
  );
}

/** Lets the sweep have the upload that a trailer was made of. */
export async function releaseSource(db: Queryable, trailerId: string): Promise<void> {
  await db.query(
    `UPDATE stored_object SET delete_after = clock_timestamp()
     WHERE key = (SELECT source_key FROM trailer WHERE id = $1)`,
    [trailerId],
  );
}

/**
 * Lets the sweep have what attempts have stored without publishing it, after an hour: a worker learns a little later
 * that it counts no more, and an object that it stores after the sweep would be known to nobody.
 */
export async function releaseAttempts(db: Queryable, trailerId: string): Promise<void> {
  await db.query(
    `UPDATE stored_object SET delete_after = least(delete_after, clock_timestamp() + interval '1 hour')
     WHERE key IN (SELECT object_key FROM attempt_object WHERE trailer_id = $1)`,
    [trailerId],
  );
}

/** Lets the sweep have everything that was stored for a trailer but its poster. */
export async function releaseTrailerObjects(db: Queryable, trailerId: string): Promise<void> {
  await releaseSource(db, trailerId);
  await releaseAttempts(db, trailerId);
  await releaseSegments(db, trailerId);
}

/** Removes what a trailer is played from, and lets the sweep have its objects. */
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
