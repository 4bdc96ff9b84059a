import { execute, type Queryable } from '@secure-preview/service-kit/postgres';
import type { EntityManager } from 'typeorm';
import { keepObject } from '../storage/object-claims.queries.js';
import { PosterEntity } from './poster.entity.js';

/** Keeps the object of a poster; returns false if the sweep is already deleting it. */
export async function keepPoster(manager: EntityManager, posterId: string): Promise<boolean> {
  const poster = await manager.findOneBy(PosterEntity, { id: posterId });
  return poster !== null && (await keepObject(manager, poster.objectKey));
}

/** Releases a poster to the sweep after `days` days, unless a trailer still uses it. */
export async function releasePoster(db: Queryable, posterId: string | null, days: number): Promise<void> {
  await execute(
    db,
    `UPDATE media.stored_objects SET delete_after = clock_timestamp() + make_interval(days => $2) FROM media.posters p
     WHERE p.id = $1 AND key = p.object_key AND NOT EXISTS (SELECT FROM media.trailers WHERE poster_id = p.id)`,
    [posterId, days],
  );
}
