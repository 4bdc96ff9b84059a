import { viewingLimits } from '@secure-preview/contracts';
import { type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod/mini';
import type { NetworkUse, TrailerVisit } from './observation.js';
import type { VisitKey } from './suspects.queries.js';

const ms = (moment: string) => `(extract(epoch FROM ${moment}) * 1000)::float8`;
const time = z.number();

/** Returns the time of the pass in milliseconds of the database's clock. */
export async function passTime(db: Queryable): Promise<number> {
  return (await queryRow(db, z.object({ now: time }), `SELECT ${ms('now()')} AS now`))?.now ?? 0;
}

const sentSegment = z.object({ at: time, recordedAt: time, from: z.number(), to: z.number() });
const reportedPlayer = z.object({ startedAt: time, lastReportAt: time, seeks: z.int(), plays: z.int() });
const grant = z.object({ grantedAt: z.nullable(time), mayStartNone: z.boolean() });

/** Returns what a lead was sent of a trailer, and what its players reported. */
export async function readTrailerVisit(
  db: Queryable,
  { leadId, trailerId }: VisitKey,
): Promise<TrailerVisit> {
  const sent = await queryRows(
    db,
    sentSegment,
    `SELECT ${ms('at')} AS at, ${ms('recorded_at')} AS "recordedAt",
            lower(played) / 1000.0::float8 AS "from", upper(played) / 1000.0::float8 AS "to"
     FROM analytics.segment_deliveries
     WHERE lead_id = $1 AND trailer_id = $2 AND kind <> 'audio' AND whole AND NOT isempty(played)`,
    [leadId, trailerId],
  );
  // A player without a trailer began before the grant was known. It may be of any.
  const players = await queryRows(
    db,
    reportedPlayer,
    `SELECT ${ms('v.started_at')} AS "startedAt", ${ms('s.last_seen_at')} AS "lastReportAt", s.seeks,
            cardinality(s.plays_from) AS plays
     FROM analytics.viewing_sessions v JOIN analytics.viewing_summaries s ON s.viewing_session_id = v.id
     WHERE v.lead_id = $1 AND coalesce(v.trailer_id, $2) = $2 ORDER BY v.started_at`,
    [leadId, trailerId],
  );
  const started = await queryRow(
    db,
    grant,
    `SELECT (SELECT ${ms('recorded_at')} - ago_ms FROM analytics.playback_grants
             WHERE lead_id = $1 AND trailer_id = $2) AS "grantedAt",
            (SELECT count(*) >= $3 FROM analytics.viewing_sessions
             WHERE lead_id = $1 AND started_at > now() - interval '1 hour') AS "mayStartNone"`,
    [leadId, trailerId, viewingLimits.sessionsPerHour],
  );
  return {
    sent,
    players,
    grantedAt: started?.grantedAt ?? null,
    mayStartNone: started?.mayStartNone ?? false,
  };
}

const networkUse = z.object({ at: time, ip: z.string() });

/** Returns the addresses to which something was sent to a lead within some seconds. */
export const readNetworkUses = (
  db: Queryable,
  leadId: string,
  withinSeconds: number,
): Promise<NetworkUse[]> =>
  queryRows(
    db,
    networkUse,
    `SELECT ${ms('at')} AS at, ip FROM analytics.segment_deliveries
     WHERE lead_id = $1 AND at > now() - make_interval(secs => $2)`,
    [leadId, withinSeconds],
  );
