import type { EntityManager } from 'typeorm';
import { WITH_POINTER } from '../../access/shown-trailer.queries.js';
import type { DetailedTrailer, Trailer } from '../trailer.js';

type Queryable = Pick<EntityManager, 'query'>;

const SHAPE = `
  (SELECT r.width::float8 / r.height FROM rendition r
   WHERE r.trailer_id = t.id AND r.kind <> 'audio' AND r.retired_at IS NULL
   ORDER BY r.width * r.height DESC, r.id LIMIT 1) AS "aspectRatio"`;
const COLUMNS = `
  t.id, t.title, t.description, t.poster_id AS "posterId",
         nullif(concat_ws(' ', t.warning, t.ladder_warning), '') AS warning, t.status, t.step, t.progress,
         t.seconds_left AS "secondsLeft", t.ladder_done AS "ladderDone", (t.cancelled_at IS NOT NULL) AS cancelled,
         t.failure, t.duration_seconds AS "durationSeconds", t.created_at AS "createdAt",
         (a.trailer_id IS NOT NULL) AS active, t.unused_since AS "unusedSince",
         ARRAY(SELECT json_build_object('id', c.id, 'language', c.language, 'label', c.label)
               FROM caption c WHERE c.trailer_id = t.id ORDER BY c.language) AS captions,
         ${SHAPE}`;
/** Sizes that can be chosen. For a rendition that includes its sound, the size of the picture counts. */
const RENDITIONS = `
  ARRAY(SELECT json_build_object('rung', r.rung, 'width', r.width, 'height', r.height) FROM rendition r
        WHERE r.trailer_id = t.id AND r.kind <> 'audio' AND r.retired_at IS NULL AND t.status <> 'failed'
        ORDER BY r.width * r.height DESC, r.id) AS renditions`;

/** Selects trailers by a condition; `rest` is SQL from WHERE on. */
export function selectTrailers(db: Queryable, rest: string, parameters: unknown[] = []): Promise<Trailer[]> {
  return db.query<Trailer[]>(`SELECT ${COLUMNS} ${WITH_POINTER} ${rest}`, parameters);
}

/** Selects up to `limit` trailers with their renditions, newest first. */
export function selectNewest(db: Queryable, limit: number): Promise<DetailedTrailer[]> {
  return db.query<DetailedTrailer[]>(
    `SELECT ${COLUMNS}, ${RENDITIONS} ${WITH_POINTER} ORDER BY t.upload_order DESC LIMIT $1`,
    [limit],
  );
}

export async function selectTrailer(db: Queryable, id: string): Promise<Trailer | undefined> {
  const [trailer] = await selectTrailers(db, 'WHERE t.id = $1', [id]);
  return trailer;
}

/** Locks a trailer until the transaction ends. */
export async function lockTrailer(db: Queryable, id: string): Promise<Trailer | undefined> {
  const [trailer] = await selectTrailers(db, 'WHERE t.id = $1 FOR UPDATE OF t', [id]);
  return trailer;
}

/**
 * Locks the pointer to the active trailer until the transaction ends. To avoid deadlocks, lock the pointer
 * before any trailer.
 */
export async function lockPointer(db: Queryable): Promise<void> {
  await db.query('SELECT FROM active_trailer FOR UPDATE');
}
