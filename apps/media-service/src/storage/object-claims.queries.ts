import { execute, type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import type { EntityManager } from 'typeorm';
import * as z from 'zod';
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

const sourceRow = z.object({ key: z.string() });

/** Ends the need of a trailer for its upload, which is released to the sweep once no trailer keeps it. */
export async function releaseSource(db: Queryable, trailerId: string): Promise<void> {
  await execute(db, 'UPDATE media.trailers SET keeps_source = false WHERE id = $1', [trailerId]);
  // Of two trailers that release an upload at once, the second must see that the first no longer keeps it.
  const source = await queryRow(
    db,
    sourceRow,
    `SELECT o.key FROM media.stored_objects o JOIN media.trailers t ON t.source_key = o.key
     WHERE t.id = $1 FOR UPDATE OF o`,
    [trailerId],
  );
  if (source === undefined) return;
  await execute(
    db,
    `UPDATE media.stored_objects SET delete_after = clock_timestamp()
     WHERE key = $1 AND NOT EXISTS (SELECT FROM media.trailers WHERE source_key = $1 AND keeps_source)`,
    [source.key],
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
