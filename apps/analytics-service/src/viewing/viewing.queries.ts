import { playedRange } from '@secure-preview/contracts';
import { execute, prepared, queryRow } from '@secure-preview/service-kit/postgres';
import type { EntityManager } from 'typeorm';
import * as z from 'zod/mini';
import { playColumns } from './play-columns.js';
import type { Outcome } from './viewing-session.js';

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

const NO_TRAILER = '00000000-0000-0000-0000-000000000000';
/** Returns a condition on the indexed expression of `playback_grants`. */
const sameTrailer = (left: string, right: string) =>
  `coalesce(${left}.trailer_id, '${NO_TRAILER}') = coalesce(${right}.trailer_id, '${NO_TRAILER}')`;

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
});

const LOCK_PROGRESS = prepared(`
  SELECT v.lead_id AS "leadId", v.trailer_id AS "trailerId", v.trailer_seconds AS "trailerSeconds",
         CASE WHEN clock_timestamp() >= greatest(s.last_seen_at, v.started_at, g.recorded_at)
              THEN extract(epoch FROM clock_timestamp() - g.recorded_at)::float8 + g.ago_ms / 1000.0::float8
         END AS "ageSeconds",
         s.ranges, s.pending, s.plays_from AS "playsFrom", s.plays_to AS "playsTo", s.pending_plays AS "pendingPlays", s.claimed_seconds AS "claimedSeconds", s.claimed_completed AS "claimedCompleted",
         s.seeks, s.watermark_losses AS "watermarkLosses",
         (extract(epoch FROM clock_timestamp() - s.last_event_at) * 1000)::float8 AS "sinceEventMs"
  FROM analytics.viewing_summaries s JOIN analytics.viewing_sessions v ON v.id = s.viewing_session_id
  JOIN analytics.playback_grants g ON g.lead_id = v.lead_id AND ${sameTrailer('g', 'v')}
  WHERE v.id = $1 AND v.session_ref = $2 FOR UPDATE OF s`);

/** Returns the progress of a viewing session, and locks it until the transaction ends. */
export function lockProgress(db: EntityManager, id: string, sessionRef: string) {
  return queryRow(db, viewingProgress, LOCK_PROGRESS, [id, sessionRef]);
}

const HAS_EVENT = prepared(
  'SELECT EXISTS (SELECT FROM analytics.progress_events WHERE command_id = $1) AS found',
);

/** Returns whether a command has appended an event. */
export async function hasEvent(db: EntityManager, commandId: string): Promise<boolean> {
  const row = await queryRow(db, z.object({ found: z.boolean() }), HAS_EVENT, [commandId]);
  return row?.found ?? false;
}

const INSERT_PROGRESS = prepared(`
  INSERT INTO analytics.progress_events
    (viewing_session_id, command_id, claimed_seconds, claimed_completed, ranges, plays)
  VALUES ($1, $2, $3, $4, $5, $6)`);

/** Appends the event of an outcome, if one is due. */
export async function insertProgress(
  db: EntityManager,
  id: string,
  commandId: string,
  { claimedSeconds, claimedCompleted, event }: Outcome,
): Promise<void> {
  if (!event) return;
  await execute(db, INSERT_PROGRESS, [
    id,
    commandId,
    claimedSeconds,
    claimedCompleted,
    JSON.stringify(event.ranges),
    JSON.stringify(event.plays),
  ]);
}

const UPDATE_SUMMARY = prepared(`
  UPDATE analytics.viewing_summaries
  SET ranges = $2, pending = $3, plays_from = $4, plays_to = $5, pending_plays = $6, watched_seconds = $7,
      claimed_seconds = $8, claimed_completed = $9, seeks = $10, watermark_losses = $11,
      last_seen_at = greatest(last_seen_at, clock_timestamp()),
      last_event_at = CASE WHEN $12 THEN clock_timestamp() ELSE last_event_at END
  WHERE viewing_session_id = $1`);

/** Stores the progress of a viewing session after a report. */
export async function updateViewingSummary(db: EntityManager, id: string, outcome: Outcome): Promise<void> {
  const { playsFrom, playsTo } = playColumns(outcome.plays);
  await execute(db, UPDATE_SUMMARY, [
    id,
    JSON.stringify(outcome.ranges),
    JSON.stringify(outcome.pending),
    playsFrom,
    playsTo,
    JSON.stringify(outcome.pendingPlays),
    outcome.watchedSeconds,
    outcome.claimedSeconds,
    outcome.claimedCompleted,
    outcome.seeks,
    outcome.watermarkLosses,
    outcome.event !== undefined,
  ]);
}
