import { playedRange, secondsIn, viewingLimits } from '@secure-preview/contracts';
import { prepared, queryRow } from '@secure-preview/service-kit/postgres';
import type { EntityManager } from 'typeorm';
import * as z from 'zod/mini';
import { multirangeOf, withPersonWatched } from '../people/person-watched.queries.js';
import { playColumns } from './play-columns.js';
import type { Outcome } from './viewing-session.js';
import { sameTrailer } from './watched-summary.queries.js';

const numberedPlay = z.tuple([z.int(), z.number(), z.number()]);

const viewingProgress = z.object({
  leadId: z.uuid(),
  trailerId: z.nullable(z.uuid()),
  trailerSeconds: z.nullable(z.number()),
  ageSeconds: z.nullable(z.number()),
  ranges: z.array(playedRange),
  pending: z.array(playedRange),
  playsFrom: z.array(z.int()),
  playsTo: z.array(z.int()),
  pendingPlays: z.array(numberedPlay),
  claimedSeconds: z.int(),
  claimedCompleted: z.boolean(),
  seeks: z.int(),
  watermarkLosses: z.int(),
  sinceEventMs: z.nullable(z.number()),
  seen: z.array(playedRange),
  playedSeconds: z.number(),
  playCount: z.int(),
  rangeCount: z.int(),
  /** Whether the command has appended an event. */
  isRepeated: z.boolean(),
  /** Transactions that last changed the two summaries; null if there is no watched summary. */
  viewingVersion: z.string(),
  watchedVersion: z.nullable(z.string()),
});
export type ReadProgress = z.output<typeof viewingProgress>;

const READ = prepared(`
  SELECT v.lead_id AS "leadId", v.trailer_id AS "trailerId", v.trailer_seconds AS "trailerSeconds",
         CASE WHEN clock_timestamp() >= greatest(s.last_seen_at, v.started_at, g.recorded_at)
              THEN extract(epoch FROM clock_timestamp() - g.recorded_at)::float8 + g.ago_ms / 1000.0::float8
         END AS "ageSeconds",
         s.ranges, s.pending, s.plays_from AS "playsFrom", s.plays_to AS "playsTo",
         s.pending_plays AS "pendingPlays", s.claimed_seconds AS "claimedSeconds",
         s.claimed_completed AS "claimedCompleted", s.seeks, s.watermark_losses AS "watermarkLosses",
         (extract(epoch FROM clock_timestamp() - s.last_event_at) * 1000)::float8 AS "sinceEventMs",
         coalesce(w.ranges, '[]') AS seen, coalesce(w.played_seconds, 0) AS "playedSeconds",
         coalesce(w.play_count, 0) AS "playCount", coalesce(w.range_count, 0) AS "rangeCount",
         EXISTS (SELECT FROM analytics.progress_events WHERE command_id = $3) AS "isRepeated",
         s.xmin::text AS "viewingVersion", w.xmin::text AS "watchedVersion"
  FROM analytics.viewing_summaries s JOIN analytics.viewing_sessions v ON v.id = s.viewing_session_id
  JOIN analytics.playback_grants g ON g.lead_id = v.lead_id AND ${sameTrailer('g', 'v')}
  LEFT JOIN analytics.watched_summaries w ON w.lead_id = v.lead_id AND ${sameTrailer('w', 'v')}
  WHERE v.id = $1 AND v.session_ref = $2`);

/** Returns the progress of a viewing session, without a lock; undefined if the session has no such viewing session. */
export function readProgress(db: EntityManager, id: string, sessionRef: string, commandId: string) {
  return queryRow(db, viewingProgress, READ, [id, sessionRef, commandId]);
}

const LOCK = prepared(
  'SELECT FROM analytics.viewing_summaries WHERE viewing_session_id = $1 FOR NO KEY UPDATE',
);

/** Locks a viewing session against other reports until the transaction ends. */
export async function lockViewing(db: EntityManager, id: string): Promise<void> {
  await queryRow(db, z.object({}), LOCK, [id]);
}

/**
 * Stores nothing if another transaction has changed a summary since it was read. Rows are locked in the same order as in
 * other transactions: the viewing, the watched summary, the person, what the person watched.
 */
const STORE = prepared(`
  WITH locked AS MATERIALIZED (
    SELECT v.lead_id, v.trailer_id, v.trailer_seconds
    FROM analytics.viewing_summaries s JOIN analytics.viewing_sessions v ON v.id = s.viewing_session_id
    JOIN analytics.watched_summaries w ON w.lead_id = v.lead_id AND ${sameTrailer('w', 'v')}
    WHERE s.viewing_session_id = $1 AND s.xmin = $2::xid AND w.xmin = $3::xid
    FOR NO KEY UPDATE OF s, w
  ), viewing AS (
    UPDATE analytics.viewing_summaries
    SET ranges = $7, pending = $8, plays_from = $9, plays_to = $10, pending_plays = $11, watched_seconds = $12,
        claimed_seconds = $5, claimed_completed = $6, seeks = $13, watermark_losses = $14,
        last_seen_at = greatest(last_seen_at, clock_timestamp()),
        last_event_at = CASE WHEN $15::jsonb IS NULL THEN last_event_at ELSE clock_timestamp() END
    FROM locked WHERE viewing_session_id = $1
  ), event AS (
    INSERT INTO analytics.progress_events
      (viewing_session_id, command_id, claimed_seconds, claimed_completed, ranges, plays)
    SELECT $1, $4, $5, $6, $15, $16 FROM locked WHERE $15 IS NOT NULL
  ), watched AS (
    UPDATE analytics.watched_summaries known
    SET ranges = $17, watched_seconds = $18, played_seconds = $19, play_count = $20, range_count = $21,
        played_at = CASE WHEN $22 THEN clock_timestamp() ELSE played_at END, last_seen_at = clock_timestamp(),
        trailer_seconds = coalesce(v.trailer_seconds, known.trailer_seconds)
    FROM locked v WHERE known.lead_id = v.lead_id AND ${sameTrailer('known', 'v')}
    RETURNING known.lead_id, known.trailer_id, v.trailer_seconds, known.last_seen_at
  ), ${withPersonWatched('$23', '$24')}
  SELECT EXISTS (SELECT FROM watched) AS stored`);

/**
 * Stores the outcome of a report in one statement: the event if one is due, both summaries, what the person watched, and
 * the alerts that this causes.
 *
 * @param known what was read before, and not changed meanwhile
 * @returns false if it was changed; then nothing is stored
 */
export async function storeOutcome(
  db: EntityManager,
  id: string,
  commandId: string,
  known: ReadProgress,
  outcome: Outcome,
): Promise<boolean> {
  const { seen, event, plays, playedSeconds, playCount, rangeCount } = outcome;
  const { playsFrom, playsTo } = playColumns(plays);
  const hasPlayed =
    outcome.watchedSeconds > 0 || playedSeconds > known.playedSeconds || playCount > known.playCount;
  const stored = await queryRow(db, z.object({ stored: z.boolean() }), STORE, [
    id,
    known.viewingVersion,
    known.watchedVersion,
    commandId,
    outcome.claimedSeconds,
    outcome.claimedCompleted,
    JSON.stringify(outcome.ranges),
    JSON.stringify(outcome.pending),
    playsFrom,
    playsTo,
    JSON.stringify(outcome.pendingPlays),
    outcome.watchedSeconds,
    outcome.seeks,
    outcome.watermarkLosses,
    event ? JSON.stringify(event.ranges) : null,
    event ? JSON.stringify(event.plays) : null,
    JSON.stringify(seen),
    secondsIn(seen),
    playedSeconds,
    playCount,
    rangeCount,
    hasPlayed && (seen.length > 0 || playedSeconds > 0),
    multirangeOf(hasPlayed ? seen : []),
    viewingLimits.completedShare,
  ]);
  return stored?.stored ?? false;
}
