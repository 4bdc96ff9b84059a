import { execute, type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import type { Playback, PlaybackState } from './ended-playback.js';

const playbackState = z.object({
  leadId: z.uuid(),
  trailerId: z.uuid(),
  ended: z.boolean(),
  version: z.number(),
  at: z.date(),
});

const numbered = z.object({ number: z.number() });

/** Selects the newest row of each lead and trailer. */
const CURRENT = `SELECT DISTINCT ON (lead_id, trailer_id) lead_id AS "leadId", trailer_id AS "trailerId", ended,
                        id::float8 AS version, at
                 FROM auth.ended_playbacks`;
const NEWEST_FIRST = 'ORDER BY lead_id, trailer_id, id DESC';

/** Returns the current state of each playback that was changed after the change with this number. */
export function currentOfChangedAfter(db: Queryable, number: number): Promise<PlaybackState[]> {
  // A later row of a playback has a higher id, so the newest one is always among them.
  return queryRows(db, playbackState, `${CURRENT} WHERE id > $1 ${NEWEST_FIRST}`, [number]);
}

/** Returns the number of the last change; 0 before the first. */
export async function newestChange(db: Queryable): Promise<number> {
  const sql = 'SELECT coalesce(max(id), 0)::float8 AS number FROM auth.ended_playbacks';
  return (await queryRow(db, numbered, sql))?.number ?? 0;
}

/**
 * Returns the last number, at least `after`, below which no change can be committed any more. Changes of different
 * playbacks commit in any order, each within seconds.
 */
export async function settledChange(db: Queryable, after: number): Promise<number> {
  const sql = `SELECT coalesce(max(id), $1)::float8 AS number FROM auth.ended_playbacks
     WHERE id > $1 AND at < clock_timestamp() - interval '1 minute'`;
  return (await queryRow(db, numbered, sql, [after]))?.number ?? after;
}

/** Returns the current state of each playback of the leads that was ever ended. */
export function currentOfLeads(db: Queryable, leadIds: readonly string[]): Promise<PlaybackState[]> {
  return queryRows(db, playbackState, `${CURRENT} WHERE lead_id = ANY($1::uuid[]) ${NEWEST_FIRST}`, [
    leadIds,
  ]);
}

/** Returns the current state of a playback; undefined if it was never ended. */
export async function currentOf(
  db: Queryable,
  { leadId, trailerId }: Playback,
): Promise<PlaybackState | undefined> {
  const where = 'WHERE lead_id = $1::uuid AND trailer_id = $2::uuid';
  const [state] = await queryRows(db, playbackState, `${CURRENT} ${where} ${NEWEST_FIRST}`, [
    leadId,
    trailerId,
  ]);
  return state;
}

/** Serialises changes of one playback until the transaction ends, so ids are in the order of commits. */
export async function lockPlayback(transaction: Queryable, { leadId, trailerId }: Playback): Promise<void> {
  await execute(transaction, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `playback ${leadId} ${trailerId}`,
  ]);
}
