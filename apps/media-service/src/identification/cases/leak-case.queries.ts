import { leakCase, leakResult, listedLeakCase } from '@secure-preview/contracts';
import { execute, type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { COMPARE_STEP } from '../clip/clip-attempt.queries.js';
import { type ClipReading, clipReading } from '../clip/clip-reading.js';
import type { Copies } from './case-result.js';
import type { NewLeakCase, StoredLeakCase, StoredListedCase } from './leak-case.js';

const caseRow = z.object({ ...leakCase.shape, createdAt: z.date(), finishedAt: z.date().nullable() });
const listedRow = z.object({ ...listedLeakCase.shape, createdAt: z.date() });
const countRow = z.object({ cases: z.int() });
const idRow = z.object({ id: z.string() });
const readingRow = z.object({ reading: clipReading });
const codewordRow = z.object({ markId: z.string(), codeword: z.instanceof(Buffer) });
const pictureRow = z.object({ picture: z.instanceof(Buffer).nullable() });

const COLUMNS = `
  id, file_name AS "fileName", source_bytes::float8 AS bytes, duration_seconds AS seconds, status, step, progress, failure,
  result, (found_picture IS NOT NULL) AS "hasPictures", note, created_at AS "createdAt", finished_at AS "finishedAt"`;

/** SQL: the clip was read, and not yet compared with the codewords. */
const READ = `status = 'working' AND step = '${COMPARE_STEP}'`;

/** Selects a case by a condition; `rest` is SQL after FROM. */
const selectOne = (db: Queryable, rest: string, values: unknown[]): Promise<StoredLeakCase | undefined> =>
  queryRow(db, caseRow, `SELECT ${COLUMNS} FROM media.leak_cases ${rest}`, values);

export const selectCase = (db: Queryable, id: string) => selectOne(db, 'WHERE id = $1', [id]);

/** Selects the case of an upload. */
export const selectCaseOfUpload = (db: Queryable, sourceKey: string) =>
  selectOne(db, 'WHERE source_key = $1', [sourceKey]);

/** Selects the case that a command opened. */
export const selectOpened = (db: Queryable, commandId: string) =>
  selectOne(db, 'WHERE command_id = $1', [commandId]);

/** Selects a case and locks it until the transaction ends. */
export const lockCase = (db: Queryable, id: string) => selectOne(db, 'WHERE id = $1 FOR UPDATE', [id]);

/** Shortens a text, so that a list fits into a message of 256 KiB. */
const shortened = (text: string) =>
  `CASE WHEN length(${text}) > 100 THEN left(${text}, 99) || '…' ELSE ${text} END`;

/** Selects up to `limit` cases, newest first. */
export function selectCases(db: Queryable, limit: number): Promise<StoredListedCase[]> {
  return queryRows(
    db,
    listedRow,
    `SELECT id, ${shortened('file_name')} AS "fileName", duration_seconds AS seconds, status, step, progress,
            created_at AS "createdAt", result ->> 'verdict' AS verdict,
            ${shortened("result #>> '{readings,0,title}'")} AS title
     FROM media.leak_cases ORDER BY case_order DESC LIMIT $1`,
    [limit],
  );
}

export async function countCases(db: Queryable): Promise<number> {
  const row = await queryRow(db, countRow, 'SELECT count(*)::int AS cases FROM media.leak_cases', []);
  return row?.cases ?? 0;
}

/** Inserts a case; returns false if the command or the upload already has one. */
export async function insertCase(
  db: Queryable,
  { id, fileName, source }: NewLeakCase,
  commandId: string,
): Promise<boolean> {
  const inserted = await execute(
    db,
    `INSERT INTO media.leak_cases (id, command_id, file_name, source_key, source_etag, source_bytes)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING id`,
    [id, commandId, fileName, source.key, source.etag, source.bytes],
  );
  return inserted > 0;
}

/** Selects cases whose clip was read and not yet compared, oldest first. */
export async function selectReadCases(db: Queryable): Promise<string[]> {
  const rows = await queryRows(
    db,
    idRow,
    `SELECT id FROM media.leak_cases WHERE ${READ} ORDER BY case_order`,
    [],
  );
  return rows.map(({ id }) => id);
}

/** Returns what was read of the clip of a case that is not yet compared. */
export async function selectReading(db: Queryable, id: string): Promise<ClipReading | undefined> {
  const row = await queryRow(
    db,
    readingRow,
    `SELECT reading FROM media.leak_cases WHERE id = $1 AND ${READ}`,
    [id],
  );
  return row?.reading;
}

/** Selects the codewords of everybody who was given a copy of a version. */
export function selectCopies(db: Queryable, trailerId: string): Promise<Copies> {
  return queryRows(
    db,
    codewordRow,
    'SELECT mark_id AS "markId", bits AS codeword FROM media.codewords WHERE trailer_id = $1 ORDER BY mark_id',
    [trailerId],
  );
}

/** Stores the result of a case that has none. */
export async function storeResult(
  db: Queryable,
  id: string,
  result: z.output<typeof leakResult>,
): Promise<void> {
  await execute(
    db,
    `UPDATE media.leak_cases SET status = 'done', step = NULL, progress = 100, finished_at = clock_timestamp(),
            result = $2::jsonb WHERE id = $1 AND ${READ}`,
    [id, JSON.stringify(result)],
  );
}

/** @param column which of the pictures */
export async function selectPicture(
  db: Queryable,
  id: string,
  column: 'found_picture' | 'original_picture',
): Promise<Buffer | undefined> {
  const row = await queryRow(
    db,
    pictureRow,
    `SELECT ${column} AS picture FROM media.leak_cases WHERE id = $1`,
    [id],
  );
  return row?.picture ?? undefined;
}
