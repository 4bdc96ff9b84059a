import { type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { IS_SHOWN } from '../access/shown-trailer.queries.js';

const posterAccessRow = z.object({
  objectKey: z.string(),
  contentType: z.string(),
  trailers: z.array(z.object({ id: z.string(), shown: z.boolean() })),
});
/** The stored object of a poster, and the trailers that use it. */
export type PosterAccess = z.output<typeof posterAccessRow>;

export function selectPosterAccess(db: Queryable, posterId: string): Promise<PosterAccess | undefined> {
  return queryRow(
    db,
    posterAccessRow,
    `SELECT object_key AS "objectKey", content_type AS "contentType",
            ARRAY(SELECT json_build_object('id', t.id, 'shown', ${IS_SHOWN}) FROM media.trailers t
                  WHERE t.poster_id = p.id) AS trailers
     FROM media.posters p WHERE p.id = $1`,
    [posterId],
  );
}
