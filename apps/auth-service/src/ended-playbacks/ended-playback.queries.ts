import { execute, type Queryable, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import type { Playback, PlaybackState } from './ended-playback.js';

const playbackState = z.object({
  leadId: z.uuid(),
  trailerId: z.uuid(),
  ended: z.boolean(),
  version: z.number(),
  at: z.date(),
});

/** Selects the newest row of each lead and trailer. */
const CURRENT = `SELECT DISTINCT ON (lead_id, trailer_id) lead_id AS "leadId", trailer_id AS "trailerId", ended,
                        id::float8 AS version, at
                 FROM auth.ended_playbacks`;
const NEWEST_FIRST = 'ORDER BY lead_id, trailer_id, id DESC';

/** Returns the current state of every playback that was ever ended. */
export function currentOfAll(db: Queryable): Promise<PlaybackState[]> {
  return queryRows(db, playbackState, `${CURRENT} ${NEWEST_FIRST}`);
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
