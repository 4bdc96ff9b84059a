import { Injectable } from '@nestjs/common';
import { limits } from '@secure-preview/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { secondsIn } from '../played-ranges.js';
import {
  type NewViewing,
  type Rules,
  type ViewingLimitReached,
  ViewingRepository,
} from '../viewing.repository.js';
import type { Outcome, ViewingProgress } from '../viewing-session.js';
import { recordSeen, storeWatchSummary, type WatchSummaryKey } from './watch-summary.js';

@Injectable()
export class PostgresViewingRepository extends ViewingRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  begin(viewing: NewViewing, commandId: string, perHour: number): Promise<string | ViewingLimitReached> {
    const { sessionRef } = viewing.watcher;
    return this.dataSource.transaction(async (db) => {
      // Serialises calls of one session, so that concurrent ones are counted as well.
      await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [sessionRef]);
      const known: { id: string }[] = await db.query(
        'SELECT id FROM analytics.viewing_sessions WHERE command_id = $1',
        [commandId],
      );
      if (known[0]) return known[0].id;
      const [recent]: { count: string; wait: number | null }[] = await db.query(
        `SELECT count(*), ceil(extract(epoch FROM min(started_at) + interval '1 hour' - clock_timestamp()))::int AS wait
         FROM analytics.viewing_sessions
         WHERE session_ref = $1 AND started_at > clock_timestamp() - interval '1 hour'`,
        [sessionRef],
      );
      if (Number(recent?.count ?? 0) >= perHour) return { retryAfterSeconds: Math.max(1, recent?.wait ?? 1) };
      await insert(db, viewing, commandId);
      return viewing.id;
    });
  }

  advance(
    id: string,
    sessionRef: string,
    commandId: string,
    { decide, mergeRanges }: Rules,
  ): Promise<boolean> {
    return this.dataSource.transaction(async (db) => {
      const [progress]: (Omit<ViewingProgress, 'seen'> & WatchSummaryKey)[] = await db.query(
        `SELECT v.lead_id AS "leadId", v.trailer_id AS "trailerId", v.trailer_seconds AS "trailerSeconds",
                CASE WHEN clock_timestamp() >= greatest(s.last_seen_at, v.started_at, g.recorded_at)
                     THEN extract(epoch FROM clock_timestamp() - g.recorded_at)::float8 + g.ago_ms / 1000.0::float8
                END AS "ageSeconds",
                s.ranges, s.pending, s.claimed_seconds AS "claimedSeconds", s.claimed_completed AS "claimedCompleted",
                (extract(epoch FROM clock_timestamp() - s.last_event_at) * 1000)::float8 AS "sinceEventMs"
         FROM analytics.viewing_summaries s JOIN analytics.viewing_sessions v ON v.id = s.viewing_session_id
         JOIN analytics.playback_grants g ON g.lead_id = v.lead_id AND ${sameTrailer('g', 'v')}
         WHERE v.id = $1 AND v.session_ref = $2 FOR UPDATE OF s`,
        [id, sessionRef],
      );
      if (!progress) return false;
      const repeated: unknown[] = await db.query(
        'SELECT 1 FROM analytics.progress_events WHERE command_id = $1',
        [commandId],
      );
      if (repeated.length > 0) return true;
      // Always locks the watch summary after the viewing: concurrent reports of one session cannot deadlock.
      const seen = await recordSeen(db, progress);
      const outcome = decide({ ...progress, seen });
      await store(db, id, commandId, outcome);
      if (outcome.watchedSeconds > 0) {
        const ranges = mergeRanges(seen, outcome.ranges);
        await storeWatchSummary(db, progress, ranges, secondsIn(ranges));
      }
      return true;
    });
  }
}

const NO_TRAILER = '00000000-0000-0000-0000-000000000000';
/** Returns a condition on the indexed expression of `playback_grants`. */
const sameTrailer = (one: string, other: string) =>
  `coalesce(${one}.trailer_id, '${NO_TRAILER}') = coalesce(${other}.trailer_id, '${NO_TRAILER}')`;

/** Treats zero or negative durations as unknown. */
const positive = (seconds: number | null | undefined) => (seconds && seconds > 0 ? seconds : null);

async function insert(
  db: EntityManager,
  { id, watcher, trailer }: NewViewing,
  commandId: string,
): Promise<void> {
  const { sessionRef, leadId, ip, userAgent } = watcher;
  const [trailerId, trailerSeconds] = [trailer?.id ?? null, positive(trailer?.durationSeconds)];
  await db.query(
    `INSERT INTO analytics.viewing_sessions
       (id, command_id, session_ref, lead_id, ip, user_agent, trailer_id, trailer_seconds)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, commandId, sessionRef, leadId, ip, userAgent, trailerId, trailerSeconds],
  );
  await db.query(
    `INSERT INTO analytics.playback_grants (lead_id, trailer_id, ago_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [leadId, trailerId, Math.min(trailer?.grantedAgoMs ?? 0, limits.viewing.longestLead * 1000)],
  );
  await db.query('INSERT INTO analytics.viewing_summaries (viewing_session_id) VALUES ($1)', [id]);
  await recordSeen(db, { leadId, trailerId, trailerSeconds });
}

async function store(db: EntityManager, id: string, commandId: string, outcome: Outcome): Promise<void> {
  const { ranges, pending, watchedSeconds, claimedSeconds, claimedCompleted, event } = outcome;
  if (event) {
    await db.query(
      `INSERT INTO analytics.progress_events (viewing_session_id, command_id, claimed_seconds, claimed_completed, ranges)
       VALUES ($1, $2, $3, $4, $5)`,
      [id, commandId, claimedSeconds, claimedCompleted, JSON.stringify(event)],
    );
  }
  await db.query(
    `UPDATE analytics.viewing_summaries
     SET ranges = $2, pending = $3, watched_seconds = $4, claimed_seconds = $5, claimed_completed = $6,
         last_event_at = CASE WHEN $7 THEN clock_timestamp() ELSE last_event_at END,
         last_seen_at = greatest(last_seen_at, clock_timestamp())
     WHERE viewing_session_id = $1`,
    [
      id,
      JSON.stringify(ranges),
      JSON.stringify(pending),
      watchedSeconds,
      claimedSeconds,
      claimedCompleted,
      !!event,
    ],
  );
}
