import type { EntityManager } from 'typeorm';
import type { Trailer } from '../trailer.js';

type Queryable = Pick<EntityManager, 'query'>;

const SELECT = `
  SELECT t.id, t.title, t.description, t.poster_id AS "posterId", t.warning, t.status, t.step, t.progress,
         t.failure, t.duration_seconds AS "durationSeconds", t.created_at AS "createdAt",
         (a.trailer_id IS NOT NULL) AS active
  FROM trailer t LEFT JOIN active_trailer a ON a.trailer_id = t.id`;

/** Trailers that a condition picks; `rest` is SQL from WHERE on. */
export function selectTrailers(db: Queryable, rest: string, parameters: unknown[] = []): Promise<Trailer[]> {
  return db.query<Trailer[]>(`${SELECT} ${rest}`, parameters);
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
 * Locks the pointer to the active trailer until the transaction ends. Whoever needs it and a trailer takes the
 * pointer first, so that no two wait for each other.
 */
export async function lockPointer(db: Queryable): Promise<void> {
  await db.query('SELECT FROM active_trailer FOR UPDATE');
}
