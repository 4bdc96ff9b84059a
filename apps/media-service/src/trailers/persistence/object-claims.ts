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

/** Lets the sweep have a poster that no trailer shows any more. */
export async function releasePoster(db: Queryable, posterId: string | null): Promise<void> {
  await db.query(
    `UPDATE stored_object SET delete_after = clock_timestamp() FROM poster p
     WHERE p.id = $1 AND key = p.object_key AND NOT EXISTS (SELECT FROM trailer WHERE poster_id = p.id)`,
    [posterId],
  );
}

/** Lets the sweep have everything that was stored for a trailer but its poster. */
export async function releaseTrailerObjects(db: Queryable, trailerId: string): Promise<void> {
  await db.query(
    `UPDATE stored_object SET delete_after = clock_timestamp() WHERE key IN (
       SELECT source_key FROM trailer WHERE id = $1
       UNION ALL SELECT object_key FROM attempt_object WHERE trailer_id = $1
       UNION ALL SELECT s.object_key FROM segment s JOIN rendition r ON r.id = s.rendition_id
                 WHERE r.trailer_id = $1)`,
    [trailerId],
  );
}
