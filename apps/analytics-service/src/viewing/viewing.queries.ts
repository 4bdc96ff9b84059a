import { execute, queryRow } from '@secure-preview/service-kit/postgres';
import type { EntityManager } from 'typeorm';
import * as z from 'zod/mini';

/** Serialises the transactions of one session, so concurrent calls are counted too. */
export async function lockSession(db: EntityManager, sessionRef: string): Promise<void> {
  await execute(db, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [sessionRef]);
}

/**
 * Counts the viewings that a session started within an hour.
 *
 * @returns `wait`: seconds until the oldest of them is an hour old; null if there are none
 */
export function viewingsOfLastHour(db: EntityManager, sessionRef: string) {
  return queryRow(
    db,
    z.object({ count: z.int(), wait: z.nullable(z.int()) }),
    `SELECT count(*)::int AS count,
            ceil(extract(epoch FROM min(started_at) + interval '1 hour' - clock_timestamp()))::int AS wait
     FROM analytics.viewing_sessions
     WHERE session_ref = $1 AND started_at > clock_timestamp() - interval '1 hour'`,
    [sessionRef],
  );
}
