import { INDEX_FORMAT, readIndex, type TrailerIndex } from '@secure-preview/marking';
import { type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';

const indexedRow = z.object({ trailerId: z.string(), title: z.string(), createdAt: z.date() });
const indexRow = z.object({ index: z.instanceof(Buffer), erased: z.array(z.int()) });

/** Selects the versions that have an index of the current format, newest first. */
export function selectIndexed(db: Queryable): Promise<z.output<typeof indexedRow>[]> {
  return queryRows(
    db,
    indexedRow,
    `SELECT t.id AS "trailerId", t.title, t.created_at AS "createdAt"
     FROM media.mark_indexes i JOIN media.trailers t ON t.id = i.trailer_id
     WHERE i.index IS NOT NULL AND i.format = $1 ORDER BY t.upload_order DESC`,
    [INDEX_FORMAT],
  );
}

/** Selects the index of a version, and its segments that carry no mark. */
export async function selectIndex(
  db: Queryable,
  trailerId: string,
): Promise<{ index: TrailerIndex; erased: ReadonlySet<number> } | undefined> {
  const row = await queryRow(
    db,
    indexRow,
    `SELECT index, erased FROM media.mark_indexes WHERE trailer_id = $1 AND index IS NOT NULL AND format = $2`,
    [trailerId, INDEX_FORMAT],
  );
  return row && { index: readIndex(row.index), erased: new Set(row.erased) };
}
