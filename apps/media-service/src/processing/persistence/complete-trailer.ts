import type { EntityManager } from 'typeorm';
import { AttemptSuperseded } from '../file-fault.js';
import type { Attempt, ProcessedTrailer } from '../processing.repository.js';

type Queryable = Pick<EntityManager, 'query'>;

/** The order of the upload, by which a later one is told from an earlier one. */
export async function markReady(db: Queryable, attempt: Attempt, durationSeconds: number): Promise<string> {
  const [rows] = (await db.query(
    `UPDATE trailer SET status = 'ready', step = NULL, progress = 100, duration_seconds = $3, attempt_id = NULL
     WHERE id = $1 AND attempt_id = $2 AND status = 'processing' RETURNING upload_order AS "order"`,
    [attempt.trailerId, attempt.attemptId, durationSeconds],
  )) as [{ order: string }[], number];
  const [trailer] = rows;
  if (trailer === undefined) throw new AttemptSuperseded();
  return trailer.order;
}

export async function insertRendition(
  db: Queryable,
  trailerId: string,
  { rendition, segments }: ProcessedTrailer,
): Promise<void> {
  await db.query(
    `INSERT INTO rendition (id, trailer_id, width, height, frame_rate, codecs,
                            peak_bits_per_second, average_bits_per_second)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      rendition.id,
      trailerId,
      rendition.width,
      rendition.height,
      rendition.frameRate,
      rendition.codecs,
      rendition.peakBitsPerSecond,
      rendition.averageBitsPerSecond,
    ],
  );
  await db.query(
    `INSERT INTO segment (rendition_id, position, name, object_key, bytes, duration_seconds)
     SELECT $1, s.position - 1, s.name, s.key, s.bytes, s.seconds
     FROM unnest($2::text[], $3::text[], $4::bigint[], $5::float8[])
          WITH ORDINALITY AS s (name, key, bytes, seconds, position)`,
    [
      rendition.id,
      segments.map(({ name }) => name),
      segments.map(({ objectKey }) => objectKey),
      segments.map(({ bytes }) => bytes),
      segments.map(({ durationSeconds }) => durationSeconds),
    ],
  );
}

/** Keeps the objects of a finished attempt from being swept. */
export async function keepSegments(db: Queryable, segments: ProcessedTrailer['segments']): Promise<void> {
  const keys = segments.map(({ objectKey }) => objectKey);
  const [, kept] = (await db.query(
    'UPDATE stored_object SET delete_after = NULL WHERE key = ANY($1) AND NOT deleting',
    [keys],
  )) as [unknown, number];
  if (kept !== keys.length) throw new Error('the segments were swept before they were all stored');
  await db.query('DELETE FROM attempt_object WHERE object_key = ANY($1)', [keys]);
}

/** Shows the trailer, unless an upload newer than it was shown before it was ready. */
export async function moveActivePointer(db: Queryable, trailerId: string, order: string): Promise<void> {
  await db.query(
    `INSERT INTO active_trailer (trailer_id, newest_upload_order) VALUES ($1, $2)
     ON CONFLICT (only_row) DO UPDATE
     SET trailer_id = excluded.trailer_id, newest_upload_order = excluded.newest_upload_order,
         chosen_at = clock_timestamp()
     WHERE active_trailer.newest_upload_order < excluded.newest_upload_order`,
    [trailerId, order],
  );
}
