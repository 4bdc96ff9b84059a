import { playedRange, secondsIn } from '@secure-preview/contracts';
import { execute, prepared, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import type { DataSource, EntityManager } from 'typeorm';
import * as z from 'zod/mini';
import { LAST_SEEN_STEP, PERSON_OF_LEAD } from '../people/person.queries.js';
import type { Outcome, ViewingProgress } from './viewing-session.js';

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
    ON CONFLICT (lead_id, (coalesce(trailer_id, '00000000-0000-0000-0000-000000000000'))) DO UPDATE
    SET last_seen_at = clock_timestamp(), trailer_seconds = coalesce(excluded.trailer_seconds, known.trailer_seconds)
    RETURNING *
  ), person AS (
    UPDATE analytics.people SET last_at = summary.last_seen_at
    FROM summary WHERE people.id = (${PERSON_OF_LEAD}) AND last_at < summary.last_seen_at - ${LAST_SEEN_STEP}
  )
  SELECT ranges AS seen, played_seconds AS "playedSeconds", play_count AS "playCount",
    range_count AS "rangeCount" FROM summary`);

/**
 * Records that a lead was seen with a trailer, also for its person. Locks the summary, then the person if it changes, until
 * the transaction ends.
 *
 * @returns the ranges that the lead has watched so far, and what is stored in all its viewings
 */
export async function recordSeen(
  db: EntityManager,
  { leadId, trailerId, trailerSeconds }: WatchedSummaryKey,
): Promise<Pick<ViewingProgress, 'seen' | 'playedSeconds' | 'playCount' | 'rangeCount'>> {
  const summary = await queryRow(
    db,
    z.object({
      seen: z.array(playedRange),
      playedSeconds: z.number(),
      playCount: z.int(),
      rangeCount: z.int(),
    }),
    RECORD_SEEN,
    [leadId, trailerId, trailerSeconds],
  );
  return summary ?? { seen: [], playedSeconds: 0, playCount: 0, rangeCount: 0 };
}

const UPDATE_SUMMARY = prepared(`
  UPDATE analytics.watched_summaries
  SET ranges = $3, watched_seconds = $4, played_seconds = $5, play_count = $6, range_count = $7,
      played_at = CASE WHEN $8 THEN clock_timestamp() ELSE played_at END
  WHERE lead_id = $1 AND coalesce(trailer_id, '00000000-0000-0000-0000-000000000000')
    = coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')`);

/** Stores what a lead has watched and played of a trailer. `recordSeen` must have locked the summary. */
export async function updateWatchedSummary(
  db: EntityManager,
  { leadId, trailerId }: WatchedSummaryKey,
  { seen, playedSeconds, playCount, rangeCount }: Outcome,
): Promise<void> {
  const hasPlayed = seen.length > 0 || playedSeconds > 0;
  const ranges = JSON.stringify(seen);
  const counts = [secondsIn(seen), playedSeconds, playCount, rangeCount];
  await execute(db, UPDATE_SUMMARY, [leadId, trailerId, ranges, ...counts, hasPlayed]);
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
