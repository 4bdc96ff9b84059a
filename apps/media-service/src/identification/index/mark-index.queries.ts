import { INDEX_FORMAT } from '@secure-preview/marking';
import { execute, type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { JOBS_SCHEMA } from '../../job-queue/jobs-schema.js';

/** Bytes of a part. A backup reads 200 rows at once. */
const PART_BYTES = 128 * 1024;
/** Parts that one statement reads, to stay within its time limit. */
const PARTS_AT_ONCE = 64;
/** Days after which a job that has used all its attempts is added again, such as by a version that mends its error. */
const RETRY_DAYS = 7;

const indexedRow = z.object({ trailerId: z.string(), title: z.string(), createdAt: z.date() });
const erasedRow = z.object({ erased: z.array(z.int()) });
const partRow = z.object({ part: z.int(), bytes: z.instanceof(Buffer) });
const idRow = z.object({ id: z.string() });

/** What was found out about the marks of a trailer. */
export interface MarkCheckResult {
  /** Segments that carry no mark, counted from 0. */
  readonly erased: readonly number[];
  readonly segments: number;
  readonly readableSegments: number;
  readonly bits: number;
  readonly seconds: number;
}

/** SQL: the trailer `t` is marked and complete, has renditions, and no index of this format that is as new as these. */
const LACKS_INDEX = `
  t.mark_segment_seconds IS NOT NULL AND t.ladder_done AND t.status IN ('ready', 'expired')
  AND EXISTS (SELECT FROM media.renditions r
              WHERE r.trailer_id = t.id AND r.kind <> 'audio' AND r.retired_at IS NULL)
  AND NOT EXISTS (SELECT FROM media.mark_indexes i
                  WHERE i.trailer_id = t.id AND i.format = ${INDEX_FORMAT} AND i.created_at >= (
                    SELECT max(r.created_at) FROM media.renditions r
                    WHERE r.trailer_id = t.id AND r.kind <> 'audio' AND r.retired_at IS NULL))`;

/** Returns whether a trailer still lacks an index. */
export async function lacksIndex(db: Queryable, trailerId: string): Promise<boolean> {
  const sql = `SELECT t.id FROM media.trailers t WHERE t.id = $1 AND ${LACKS_INDEX}`;
  return (await queryRow(db, idRow, sql, [trailerId])) !== undefined;
}

/** Returns the trailers that lack an index and have no job for it, oldest first. */
export async function selectForgotten(db: Queryable): Promise<string[]> {
  const rows = await queryRows(
    db,
    idRow,
    `SELECT t.id FROM media.trailers t WHERE ${LACKS_INDEX} AND NOT EXISTS (
       SELECT FROM ${JOBS_SCHEMA}.jobs j WHERE j.key = 'index:' || t.id
         AND (j.locked_at IS NOT NULL OR j.attempts < j.max_attempts
              OR j.updated_at > clock_timestamp() - interval '${RETRY_DAYS} days'))
     ORDER BY t.upload_order`,
  );
  return rows.map(({ id }) => id);
}

/** Selects the versions that have an index of the current format, newest first. */
export function selectIndexed(db: Queryable): Promise<z.output<typeof indexedRow>[]> {
  return queryRows(
    db,
    indexedRow,
    `SELECT t.id AS "trailerId", t.title, t.created_at AS "createdAt"
     FROM media.mark_indexes i JOIN media.trailers t ON t.id = i.trailer_id
     WHERE i.format = $1 AND EXISTS (SELECT FROM media.mark_index_parts p WHERE p.trailer_id = t.id)
     ORDER BY t.upload_order DESC`,
    [INDEX_FORMAT],
  );
}

/** Selects the segments of a version that carry no mark, if it has an index of the current format. */
export async function selectErased(db: Queryable, trailerId: string): Promise<number[] | undefined> {
  const row = await queryRow(
    db,
    erasedRow,
    'SELECT erased FROM media.mark_indexes WHERE trailer_id = $1 AND format = $2',
    [trailerId, INDEX_FORMAT],
  );
  return row?.erased;
}

/** Selects the bytes of an index; an empty buffer without any. */
export async function selectIndexBytes(db: Queryable, trailerId: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (;;) {
    const rows = await queryRows(
      db,
      partRow,
      `SELECT part, bytes FROM media.mark_index_parts WHERE trailer_id = $1 AND part >= $2
       ORDER BY part LIMIT ${PARTS_AT_ONCE}`,
      [trailerId, parts.length],
    );
    parts.push(...rows.map(({ bytes }) => bytes));
    if (rows.length < PARTS_AT_ONCE) return Buffer.concat(parts);
  }
}

/**
 * Stores the result of a check and the index, instead of earlier ones. Returns false if the trailer was deleted.
 *
 * @param index null if the trailer is too long to be compared
 */
export async function replaceIndex(
  db: Queryable,
  trailerId: string,
  { erased, segments, readableSegments, bits, seconds }: MarkCheckResult,
  index: Uint8Array | null,
): Promise<boolean> {
  await execute(db, 'DELETE FROM media.mark_indexes WHERE trailer_id = $1', [trailerId]);
  const inserted = await execute(
    db,
    `INSERT INTO media.mark_indexes (trailer_id, format, erased, checked_segments, readable_segments, bits,
                                     checked_seconds)
     SELECT id, $2, $3, $4, $5, $6, $7 FROM media.trailers WHERE id = $1 FOR KEY SHARE RETURNING trailer_id`,
    [trailerId, INDEX_FORMAT, [...erased], segments, readableSegments, bits, seconds],
  );
  if (inserted === 0) return false;
  for (let at = 0; index !== null && at < index.length; at += PART_BYTES) {
    await execute(db, 'INSERT INTO media.mark_index_parts (trailer_id, part, bytes) VALUES ($1, $2, $3)', [
      trailerId,
      at / PART_BYTES,
      Buffer.from(index.subarray(at, at + PART_BYTES)),
    ]);
  }
  return true;
}

/** Deletes what is known about the marks of a trailer. */
export async function deleteIndex(db: Queryable, trailerId: string): Promise<void> {
  await execute(db, 'DELETE FROM media.mark_indexes WHERE trailer_id = $1', [trailerId]);
}
