import { execute, type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';

const sourceRow = z.object({ key: z.string(), etag: z.string() });

/** Selects the upload of a trailer; undefined if it is not kept. */
export function selectKeptSource(
  db: Queryable,
  trailerId: string,
): Promise<{ key: string; etag: string } | undefined> {
  return queryRow(
    db,
    sourceRow,
    `SELECT o.key, t.source_etag AS etag FROM media.trailers t JOIN media.stored_objects o ON o.key = t.source_key
     WHERE t.id = $1 AND o.delete_after IS NULL`,
    [trailerId],
  );
}

/** Copies the captions of a trailer to another one. */
export async function copyCaptions(
  db: Queryable,
  from: string,
  to: string,
  commandId: string,
): Promise<void> {
  await execute(
    db,
    `INSERT INTO media.captions (id, command_id, trailer_id, language, label, body)
     SELECT gen_random_uuid(), $3 || ' ' || language, $2, language, label, body
     FROM media.captions WHERE trailer_id = $1`,
    [from, to, commandId],
  );
}
