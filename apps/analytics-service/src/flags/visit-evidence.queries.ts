import { viewingLimits } from '@secure-preview/contracts';
import { type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod/mini';
import { type NetworkUse, SETTLED_AFTER_MS, type SentParts, type TrailerVisit } from './observation.js';
import type { PersonKey } from './suspects.queries.js';

const ms = (moment: string) => `(extract(epoch FROM ${moment}) * 1000)::float8`;
const time = z.number();

/** Returns the time of the pass in milliseconds of the database's clock. */
export async function passTime(db: Queryable): Promise<number> {
  return (await queryRow(db, z.object({ now: time }), `SELECT ${ms('now()')} AS now`))?.now ?? 0;
}

/**
 * Deliveries of a visit that are read. A visit of hours with several renditions has fewer, and the statement ends well
 * within its time.
 */
const MAX_DELIVERIES = 50_000;

const sentRows = z.object({
  rows: z.int(),
  seconds: z.nullable(z.number()),
  longestSegment: z.nullable(z.number()),
  firstAt: z.nullable(time),
  lastAt: z.nullable(time),
  firstRecordedAt: z.nullable(time),
});
const sentSummary = z.object({ seconds: z.number(), lastAt: time });

/** Returns what leads were sent of a trailer. Beyond `maxRows` deliveries, seconds and end are those of the summary. */
async function readSent(
  db: Queryable,
  { leadIds, trailerId }: PersonKey,
  maxRows: number,
): Promise<SentParts | null> {
  const sent = await queryRow(
    db,
    sentRows,
    `SELECT count(*)::int AS rows, analytics.seconds_in(range_agg(played)) AS seconds,
            max(upper(played) - lower(played)) / 1000.0::float8 AS "longestSegment",
            ${ms('min(at)')} AS "firstAt", ${ms('max(at)')} AS "lastAt", ${ms('min(recorded_at)')} AS "firstRecordedAt"
     FROM unnest($1::uuid[]) AS lead (id), LATERAL (
       SELECT at, recorded_at, played FROM analytics.segment_deliveries
       WHERE lead_id = lead.id AND trailer_id = $2 AND kind <> 'audio' AND NOT isempty(played)
         AND recorded_at <= now() - make_interval(secs => $3)
       ORDER BY at LIMIT $4) sent`,
    [leadIds, trailerId, SETTLED_AFTER_MS / 1000, maxRows],
  );
  if (!sent?.rows) return null;
  const { rows, seconds, longestSegment, firstAt, lastAt, firstRecordedAt } = sent;
  if (seconds === null || longestSegment === null) return null;
  if (firstAt === null || lastAt === null || firstRecordedAt === null) return null;
  const parts = { seconds, longestSegment, firstAt, lastAt, firstRecordedAt };
  if (rows < maxRows) return parts;
  const summary = await queryRow(
    db,
    sentSummary,
    `SELECT analytics.seconds_in(range_agg(played + parts)) AS seconds, ${ms('max(last_at)')} AS "lastAt"
     FROM analytics.delivery_summaries WHERE lead_id = ANY ($1) AND trailer_id = $2`,
    [leadIds, trailerId],
  );
  return { ...parts, ...summary };
}

const reportedPlayer = z.object({
  startedAt: time,
  lastReportAt: time,
  seeks: z.int(),
  plays: z.int(),
  playedSeconds: z.int(),
});
const grant = z.object({ grantedAt: z.nullable(time), mayStartNone: z.boolean() });

/**
 * Returns what was sent of a trailer to a visit, or to all visits of a person, and what their players reported.
 *
 * @param maxRows deliveries to read of each visit
 */
export async function readTrailerVisit(
  db: Queryable,
  key: PersonKey,
  maxRows = MAX_DELIVERIES,
): Promise<TrailerVisit> {
  const { leadIds, trailerId } = key;
  const sent = await readSent(db, key, maxRows);
  // A player without a trailer began before the grant was known. It may be of any. Each first report causes an event;
  // the summary is created a moment after the start.
  const players = await queryRows(
    db,
    reportedPlayer,
    `SELECT ${ms('v.started_at')} AS "startedAt", s.seeks,
            ${ms('CASE WHEN s.last_event_at IS NULL THEN v.started_at ELSE s.last_seen_at END')} AS "lastReportAt",
            cardinality(s.plays_from) AS plays, s.claimed_seconds AS "playedSeconds"
     FROM analytics.viewing_sessions v JOIN analytics.viewing_summaries s ON s.viewing_session_id = v.id
     WHERE v.lead_id = ANY ($1) AND coalesce(v.trailer_id, $2) = $2 ORDER BY v.started_at`,
    [leadIds, trailerId],
  );
  const started = await queryRow(
    db,
    grant,
    `SELECT (SELECT min(${ms('recorded_at')} - ago_ms) FROM analytics.playback_grants
             WHERE lead_id = ANY ($1) AND trailer_id = $2) AS "grantedAt",
            EXISTS (SELECT FROM analytics.viewing_sessions
                    WHERE lead_id = ANY ($1) AND started_at > now() - interval '1 hour'
                    GROUP BY lead_id HAVING count(*) >= $3) AS "mayStartNone"`,
    [leadIds, trailerId, viewingLimits.sessionsPerHour],
  );
  return {
    sent,
    players,
    visits: leadIds.length,
    grantedAt: started?.grantedAt ?? null,
    mayStartNone: started?.mayStartNone ?? false,
  };
}

const networkUse = z.object({ at: time, ip: z.string() });

/** Uses that are read. The rule compares each with those before it. */
const MAX_USES = 10_000;

/**
 * Returns the addresses to which something was sent to a lead within some seconds. Of an address and second, the first
 * and the last delivery are returned; of too many, the latest.
 */
export const readNetworkUses = (
  db: Queryable,
  leadId: string,
  withinSeconds: number,
): Promise<NetworkUse[]> =>
  queryRows(
    db,
    networkUse,
    `SELECT ${ms('unnest(ARRAY[min(at), max(at)])')} AS at, ip FROM analytics.segment_deliveries
     WHERE lead_id = $1 AND at > now() - make_interval(secs => $2)
     GROUP BY ip, date_trunc('second', at) ORDER BY max(at) DESC LIMIT $3`,
    [leadId, withinSeconds, MAX_USES],
  );
