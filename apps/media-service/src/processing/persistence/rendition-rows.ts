import type { EntityManager } from 'typeorm';
import type { NewRendition, PublishedRendition, StoredSegment } from '../processing.repository.js';

type Queryable = Pick<EntityManager, 'query'>;

/** Returns the renditions of a trailer that are already playable. */
export function publishedOf(db: Queryable, trailerId: string): Promise<PublishedRendition[]> {
  return db.query<PublishedRendition[]>(
    `SELECT kind, rung AS "rungHeight", provisional, ARRAY(
       SELECT sum(duration_seconds) OVER (ORDER BY position) FROM segment
       WHERE rendition_id = r.id AND position > 0 ORDER BY position) AS cuts
     FROM rendition r WHERE trailer_id = $1 AND retired_at IS NULL`,
    [trailerId],
  );
}

export async function insertRendition(
  db: Queryable,
  trailerId: string,
  rendition: NewRendition,
): Promise<void> {
  const { id, segments } = rendition;
  await db.query(
    `INSERT INTO rendition (id, trailer_id, kind, rung, width, height, frame_rate, audio_channels, codecs,
                            peak_bits_per_second, average_bits_per_second, provisional, encrypted)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, true)`,
    [
      ...[id, trailerId, rendition.kind, rendition.rungHeight, rendition.width, rendition.height],
      ...[rendition.frameRate, rendition.channels, rendition.codecs],
      ...[rendition.peakBitsPerSecond, rendition.averageBitsPerSecond, rendition.provisional],
    ],
  );
  await db.query(
    `INSERT INTO segment (rendition_id, position, name, object_key, bytes, duration_seconds, iv)
     SELECT $1, s.position - 1, s.name, s.key, s.bytes, s.seconds, s.iv
     FROM unnest($2::text[], $3::text[], $4::bigint[], $5::float8[], $6::bytea[])
          WITH ORDINALITY AS s (name, key, bytes, seconds, iv, position)`,
    [
      id,
      segments.map(({ name }) => name),
      segments.map(({ objectKey }) => objectKey),
      segments.map(({ bytes }) => bytes),
      segments.map(({ durationSeconds }) => durationSeconds),
      segments.map(({ iv }) => iv),
    ],
  );
}

/** Keeps the objects of a finished attempt from being swept. */
export async function keepSegments(db: Queryable, segments: readonly StoredSegment[]): Promise<void> {
  const keys = segments.map(({ objectKey }) => objectKey);
  const [, kept] = (await db.query(
    'UPDATE stored_object SET delete_after = NULL WHERE key = ANY($1) AND NOT deleting',
    [keys],
  )) as [unknown, number];
  if (kept !== keys.length) throw new Error('the segments were swept before they were all stored');
  await db.query('DELETE FROM attempt_object WHERE object_key = ANY($1)', [keys]);
}

/**
 * Retires the copy of the upload. It is no longer listed, but still served to viewers who are watching it.
 */
export async function retireProvisional(db: Queryable, trailerId: string): Promise<void> {
  await db.query(
    `UPDATE rendition SET retired_at = clock_timestamp()
     WHERE trailer_id = $1 AND provisional AND retired_at IS NULL`,
    [trailerId],
  );
}
