import { renditionKind } from '@secure-preview/contracts';
import { execute, type Queryable, queryRows } from '@secure-preview/service-kit/postgres';
import { Any, type EntityManager } from 'typeorm';
import * as z from 'zod';
import { RenditionEntity } from '../playback/rendition.entity.js';
import { AttemptObjectEntity } from '../storage/attempt-object.entity.js';
import { SEGMENT_OBJECTS } from '../storage/segment-objects.queries.js';
import { StoredObjectEntity } from '../storage/stored-object.entity.js';
import type { NewRendition, PublishedRendition, StoredSegment } from './attempt.js';

/** How long retired renditions are still served to viewers who are watching them. */
const RETIRED_SERVING_TIME = '1 day';

const publishedRow = z.object({
  kind: renditionKind,
  rungHeight: z.int().nullable(),
  provisional: z.boolean(),
  cuts: z.array(z.number()),
});

/** Returns the renditions of a trailer that are already playable. */
export function selectPublished(db: Queryable, trailerId: string): Promise<PublishedRendition[]> {
  return queryRows(
    db,
    publishedRow,
    `SELECT kind, rung AS "rungHeight", provisional, ARRAY(
       SELECT sum(duration_seconds) OVER (ORDER BY position) FROM media.segments
       WHERE rendition_id = r.id AND position > 0 ORDER BY position) AS cuts
     FROM media.renditions r WHERE trailer_id = $1 AND retired_at IS NULL`,
    [trailerId],
  );
}

/** Stores a rendition and protects its objects from the sweep. */
export async function addRendition(
  manager: EntityManager,
  trailerId: string,
  rendition: NewRendition,
): Promise<void> {
  const { segments, rungHeight, channels, durationSeconds: _, ...columns } = rendition;
  await manager.insert(RenditionEntity, {
    ...columns,
    trailerId,
    rung: rungHeight,
    audioChannels: channels,
    peakBitsPerSecond: String(rendition.peakBitsPerSecond),
    averageBitsPerSecond: String(rendition.averageBitsPerSecond),
    encrypted: true,
  });
  await insertSegments(manager, rendition.id, segments);
  await protectSegments(manager, segments);
}

/** Inserts all segments of a rendition in one statement with a fixed number of parameters. */
async function insertSegments(
  db: Queryable,
  renditionId: string,
  segments: readonly StoredSegment[],
): Promise<void> {
  await execute(
    db,
    `INSERT INTO media.segments (rendition_id, position, name, object_key, bytes, duration_seconds, iv,
                                 twin_object_key, twin_bytes, twin_iv)
     SELECT $1, s.position - 1, s.name, s.key, s.bytes, s.seconds, s.iv, s.twin_key, s.twin_bytes, s.twin_iv
     FROM unnest($2::text[], $3::text[], $4::bigint[], $5::float8[], $6::bytea[], $7::text[], $8::bigint[], $9::bytea[])
          WITH ORDINALITY AS s (name, key, bytes, seconds, iv, twin_key, twin_bytes, twin_iv, position)`,
    [
      renditionId,
      segments.map(({ name }) => name),
      segments.map(({ objectKey }) => objectKey),
      segments.map(({ bytes }) => bytes),
      segments.map(({ durationSeconds }) => durationSeconds),
      segments.map(({ iv }) => iv),
      segments.map(({ twin }) => twin?.objectKey ?? null),
      segments.map(({ twin }) => twin?.bytes ?? null),
      segments.map(({ twin }) => twin?.iv ?? null),
    ],
  );
}

/** Protects stored segments from the sweep. */
async function protectSegments(manager: EntityManager, segments: readonly StoredSegment[]): Promise<void> {
  const keys = segments.flatMap(({ objectKey, twin }) => [objectKey, ...(twin ? [twin.objectKey] : [])]);
  const updated = await manager.update(
    StoredObjectEntity,
    { key: Any(keys), deleting: false },
    { deleteAfter: null },
  );
  if (updated.affected !== keys.length)
    throw new Error('the segments were swept before they were all stored');
  await manager.delete(AttemptObjectEntity, { objectKey: Any(keys) });
}

/** Removes renditions retired for more than a day and releases their objects to the sweep. */
export async function releaseRetired(db: Queryable): Promise<void> {
  await execute(
    db,
    `WITH old AS (
       SELECT id FROM media.renditions WHERE retired_at <= clock_timestamp() - interval '${RETIRED_SERVING_TIME}' FOR UPDATE SKIP LOCKED
     ), released AS (
       UPDATE media.stored_objects SET delete_after = clock_timestamp()
       WHERE key IN (SELECT object_key FROM ${SEGMENT_OBJECTS} s WHERE rendition_id IN (SELECT id FROM old))
     )
     DELETE FROM media.renditions WHERE id IN (SELECT id FROM old)`,
  );
}
