import { execute, prepared, queryRows } from '@secure-preview/service-kit/postgres';
import type { DataSource, EntityManager } from 'typeorm';
import * as z from 'zod/mini';
import { LAST_SEEN_STEP, personOfLead } from '../people/person.queries.js';

const NO_TRAILER = '00000000-0000-0000-0000-000000000000';
/** Returns a condition on the indexed expression of `watched_summaries` and `playback_grants`. */
export const sameTrailer = (left: string, right: string) =>
  `coalesce(${left}.trailer_id, '${NO_TRAILER}') = coalesce(${right}.trailer_id, '${NO_TRAILER}')`;

/** Key of a watched summary: a lead, and the trailer if there is one. */
export interface WatchedSummaryKey {
  readonly leadId: string;
  readonly trailerId: string | null;
  /** Null if unknown. */
  readonly trailerSeconds: number | null;
}

const RECORD_SEEN = prepared(`
  WITH summary AS (
    INSERT INTO analytics.watched_summaries AS known (lead_id, trailer_id, trailer_seconds) VALUES ($1, $2, $3)
    ON CONFLICT (lead_id, (coalesce(trailer_id, '${NO_TRAILER}'))) DO UPDATE
    SET last_seen_at = clock_timestamp(), trailer_seconds = coalesce(excluded.trailer_seconds, known.trailer_seconds)
    RETURNING last_seen_at
  )
  UPDATE analytics.people SET last_at = summary.last_seen_at
  FROM summary WHERE people.id = (${personOfLead('$1')}) AND last_at < summary.last_seen_at - ${LAST_SEEN_STEP}`);

/**
 * Records that a lead was seen with a trailer, also for its person. Locks the summary, then the person if it changes, until
 * the transaction ends. The transaction must hold a lock on a viewing: a repair of the summaries waits for it.
 */
export async function recordSeen(
  db: EntityManager,
  { leadId, trailerId, trailerSeconds }: WatchedSummaryKey,
): Promise<void> {
  await execute(db, RECORD_SEEN, [leadId, trailerId, trailerSeconds]);
}

/** Selects the trailer that each lead played last. Trailers that were only opened also count for `lastSeenAt`. */
const WATCHED = `
  SELECT DISTINCT ON (lead_id) lead_id AS "leadId", trailer_id AS "trailerId", watched_seconds AS seconds,
         CASE WHEN watched_seconds > trailer_seconds THEN 1 ELSE watched_seconds / trailer_seconds END AS share,
         to_char(max(last_seen_at) OVER (PARTITION BY lead_id) AT TIME ZONE 'UTC',
                 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "lastSeenAt"
  FROM analytics.watched_summaries WHERE lead_id = ANY ($1::uuid[])
  ORDER BY lead_id, played_at DESC NULLS LAST, last_seen_at DESC`;

/** Watch statistics of a lead. */
export const watchStats = z.object({
  /** The trailer that the lead watched last; null if that viewing had no trailer. */
  trailerId: z.nullable(z.uuid()),
  /** Seconds watched of that trailer; repeated ranges count once. */
  seconds: z.number(),
  /** Share of that trailer, 0 to 1; null if its length is unknown. */
  share: z.nullable(z.number()),
  /** When any player of the lead was last seen; ISO 8601 in UTC. */
  lastSeenAt: z.iso.datetime(),
});

export function watchStatsOfLeads(db: DataSource, leadIds: readonly string[]) {
  return queryRows(db, z.extend(watchStats, { leadId: z.uuid() }), WATCHED, [leadIds]);
}
