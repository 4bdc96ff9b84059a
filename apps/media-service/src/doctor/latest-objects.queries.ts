import { type Queryable, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { SEGMENT_OBJECTS } from '../storage/segment-objects.queries.js';

const SAMPLE_SIZE = 5;
const keyRow = z.object({ key: z.string() });

/** Returns the keys of a few of the latest objects that must be in storage. */
export async function latestObjectKeys(db: Queryable): Promise<string[]> {
  const rows = await queryRows(
    db,
    keyRow,
    `SELECT s.object_key AS key FROM ${SEGMENT_OBJECTS} s JOIN media.renditions r ON r.id = s.rendition_id
     JOIN media.trailers t ON t.id = r.trailer_id WHERE t.status = 'ready' AND r.retired_at IS NULL
     ORDER BY r.created_at DESC, s.position LIMIT ${SAMPLE_SIZE}`,
  );
  return rows.map(({ key }) => key);
}
