import { personLimits, playedRange } from '@secure-preview/contracts';
import { queryRows } from '@secure-preview/service-kit/postgres';
import type { DataSource } from 'typeorm';
import * as z from 'zod/mini';
import { rangesOf } from './person.queries.js';

const ranges = z.array(playedRange);

const openedVersion = z.object({
  leadId: z.uuid(),
  trailerId: z.uuid(),
  trailerSeconds: z.nullable(z.number()),
  seconds: z.number(),
  share: z.nullable(z.number()),
  ranges,
  playedSeconds: z.number(),
  confirmedSeconds: z.number(),
  unconfirmed: ranges,
  deliveredSeconds: z.number(),
});

/**
 * Returns the versions that leads opened or were sent, the last one first, with the watched, the confirmed and the sent
 * part of each.
 */
export function versionsOfLeads(db: DataSource, leadIds: readonly string[]) {
  return queryRows(
    db,
    openedVersion,
    `SELECT lead_id AS "leadId", trailer_id AS "trailerId", known.length AS "trailerSeconds", known.seconds,
            coalesce(w.ranges, '[]') AS ranges,
            CASE WHEN known.seconds > known.length THEN 1 ELSE known.seconds / known.length END AS share,
            coalesce(w.played_seconds, 0) AS "playedSeconds",
            analytics.seconds_in(part.confirmed) AS "confirmedSeconds",
            ${rangesOf('part.unconfirmed')} AS unconfirmed,
            analytics.seconds_in(known.sent + coalesce(d.parts, '{}')) AS "deliveredSeconds"
     FROM (SELECT * FROM analytics.watched_summaries WHERE lead_id = ANY ($1::uuid[]) AND trailer_id IS NOT NULL) w
       FULL JOIN (SELECT * FROM analytics.delivery_summaries WHERE lead_id = ANY ($1::uuid[])) d
         USING (lead_id, trailer_id),
       LATERAL (SELECT coalesce(w.trailer_seconds, d.trailer_seconds) AS length, coalesce(w.watched_seconds, 0) AS seconds,
                       analytics.multirange_of(coalesce(w.ranges, '[]')) AS watched, coalesce(d.played, '{}') AS sent) known,
       LATERAL (SELECT watched * sent AS confirmed, watched - sent AS unconfirmed) part
     WHERE w.lead_id IS NOT NULL OR NOT isempty(d.played + d.parts)
     ORDER BY coalesce(w.last_seen_at, d.last_at) DESC, trailer_id`,
    [leadIds],
  );
}

const time = z.iso.datetime();
const openedPlayer = z.object({
  leadId: z.uuid(),
  trailerId: z.uuid(),
  id: z.uuid(),
  startedAt: time,
  lastSeenAt: time,
  ipAddress: z.string(),
  playsFrom: z.array(z.int()),
  playsTo: z.array(z.int()),
  playCount: z.int(),
  /** Number of all players of the lead and version. */
  count: z.int(),
});

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

/** Returns the last players that leads opened, oldest first; at most `personLimits.viewings` of a lead and version. */
export function playersOfLeads(db: DataSource, leadIds: readonly string[]) {
  return queryRows(
    db,
    openedPlayer,
    `WITH players AS (
       SELECT v.lead_id, v.trailer_id, v.id, v.started_at, v.ip, count(*) OVER same::int AS count,
              row_number() OVER (same ORDER BY v.started_at DESC, v.id DESC) AS number
       FROM analytics.viewing_sessions v WHERE v.lead_id = ANY ($1::uuid[]) AND v.trailer_id IS NOT NULL
       WINDOW same AS (PARTITION BY v.lead_id, v.trailer_id)
     )
     SELECT p.lead_id AS "leadId", p.trailer_id AS "trailerId", p.id, p.ip AS "ipAddress", p.count,
            to_char(p.started_at AT TIME ZONE 'UTC', ${ISO}) AS "startedAt",
            to_char(s.last_seen_at AT TIME ZONE 'UTC', ${ISO}) AS "lastSeenAt",
            s.plays_from[:${personLimits.plays}] AS "playsFrom", s.plays_to[:${personLimits.plays}] AS "playsTo",
            cardinality(s.plays_from) AS "playCount"
     FROM players p JOIN analytics.viewing_summaries s ON s.viewing_session_id = p.id
     WHERE p.number <= ${personLimits.viewings} ORDER BY p.started_at, p.id`,
    [leadIds],
  );
}
