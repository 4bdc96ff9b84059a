import { execute, type Queryable } from '@secure-preview/service-kit/postgres';
import type { EntityManager } from 'typeorm';
import { SEGMENT_OBJECTS } from './segment-objects.queries.js';
import { StoredObjectEntity } from './stored-object.entity.js';

/** Protects an object from the sweep; returns false if the sweep is already deleting it. */
export async function keepObject(manager: EntityManager, key: string): Promise<boolean> {
  const { affected } = await manager.update(
    StoredObjectEntity,
    { key, deleting: false },
    { deleteAfter: null },
  );
  return affected === 1;
}

/** Releases the upload of a trailer to the sweep. */
export async function releaseSource(db: Queryable, trailerId: string): Promise<void> {
  await execute(
    db,
    `UPDATE media.stored_objects SET delete_after = clock_timestamp()
     WHERE key = (SELECT source_key FROM media.trailers WHERE id = $1)`,
    [trailerId],
  );
}

/**
 * Lets the sweep delete unpublished objects of attempts after an hour. Until it stops, a superseded worker may still
 * store an object. If the sweep had already removed its row, the object would never be deleted.
 */
export async function releaseAttempts(db: Queryable, trailerId: string): Promise<void> {
  await execute(
    db,
    `UPDATE media.stored_objects SET delete_after = least(delete_after, clock_timestamp() + interval '1 hour')
     WHERE key IN (SELECT object_key FROM media.attempt_objects WHERE trailer_id = $1)`,
    [trailerId],
  );
}

/** Releases all objects of a trailer to the sweep, except its poster and the segments of a kept rendition. */
export async function releaseTrailerObjects(
  db: Queryable,
  trailerId: string,
  keptRenditionId?: string,
): Promise<void> {
  await releaseSource(db, trailerId);
  await releaseAttempts(db, trailerId);
  await releaseSegments(db, trailerId, keptRenditionId);
}

/** Releases the segments of a trailer to the sweep, except those of a kept rendition. */
export async function releaseSegments(
  db: Queryable,
  trailerId: string,
  keptRenditionId?: string,
): Promise<void> {
  await execute(
    db,
    `UPDATE media.stored_objects SET delete_after = clock_timestamp() WHERE key IN (
       SELECT s.object_key FROM ${SEGMENT_OBJECTS} s JOIN media.renditions r ON r.id = s.rendition_id
       WHERE r.trailer_id = $1 AND r.id IS DISTINCT FROM $2)`,
    [trailerId, keptRenditionId ?? null],
  );
}
