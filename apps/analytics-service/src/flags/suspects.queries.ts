import { type Queryable, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod/mini';
import { copyingLimits } from './rules/copying.js';
import { sessionLimits } from './rules/many-sessions.js';
import { noPlayerLimits } from './rules/no-player.js';

/**
 * Statements that find what rules must look at. They select a little too much. `now()`, the start of the transaction,
 * lets them use the indexes by time.
 */

const NO_TRAILER = '00000000-0000-0000-0000-000000000000';
const notStaff = (lead: string) =>
  `NOT EXISTS (SELECT FROM analytics.staff_leads staff WHERE staff.lead_id = ${lead})`;
const notFlagged = (kind: string, lead: string, trailer = `'${NO_TRAILER}'`) =>
  `NOT EXISTS (SELECT FROM analytics.flags f WHERE f.kind = '${kind}' AND f.lead_id = ${lead}
     AND coalesce(f.trailer_id, '${NO_TRAILER}') = ${trailer})`;

const noVisitFlagged = (kind: string) =>
  `NOT EXISTS (SELECT FROM analytics.flags f WHERE f.kind = '${kind}' AND f.lead_id = ANY ("leadIds")
     AND f.trailer_id = "trailerId")`;

const { aheadSeconds, perSeekSeconds, secondsBetweenSeeks, seeksAtOnce } = copyingLimits;
const unplayedSeconds = noPlayerLimits.deliveredSeconds + noPlayerLimits.resumeSeconds;

/** Deliveries among which the first one of a trailer is searched. */
const MAX_EARLIER = 50_000;
/** Start of a visit without a known grant: its players were started before the page had read a playlist. */
const FIRST_DELIVERY = `(
  SELECT min(s.at) FROM (SELECT at, trailer_id FROM analytics.segment_deliveries WHERE lead_id = d.lead_id
                         ORDER BY at LIMIT ${MAX_EARLIER}) s WHERE s.trailer_id = d.trailer_id)`;

/** Visits of a trailer that were sent more than their first player explains, or whose players reported nothing. */
const VISITS = `
  SELECT d.lead_id AS "leadId", d.trailer_id AS "trailerId"
  FROM analytics.delivery_summaries d
    LEFT JOIN analytics.playback_grants g ON g.lead_id = d.lead_id
      AND coalesce(g.trailer_id, '${NO_TRAILER}') = d.trailer_id,
    LATERAL (SELECT analytics.seconds_in(d.played + d.parts) AS delivered,
               coalesce(extract(epoch FROM d.last_at - g.recorded_at)::float8 + g.ago_ms / 1000.0,
                        extract(epoch FROM d.last_at - ${FIRST_DELIVERY})::float8, 0) AS elapsed) visit
  WHERE d.last_at > now() - make_interval(secs => $1) AND ${notStaff('d.lead_id')} AND (
    visit.delivered > ${aheadSeconds} AND ${notFlagged('copying', 'd.lead_id', 'd.trailer_id')}
      AND visit.delivered > visit.elapsed + ${aheadSeconds} AND visit.delivered > visit.elapsed + ${aheadSeconds}
      + ${perSeekSeconds} * (SELECT least(coalesce(sum(greatest(s.seeks, cardinality(s.plays_from) - 1)), 0),
                                          ${seeksAtOnce} + visit.elapsed / ${secondsBetweenSeeks})
                             FROM analytics.viewing_sessions v
                               JOIN analytics.viewing_summaries s ON s.viewing_session_id = v.id
                             WHERE v.lead_id = d.lead_id AND coalesce(v.trailer_id, d.trailer_id) = d.trailer_id)
    OR visit.delivered >= ${unplayedSeconds}
      AND NOT EXISTS (SELECT FROM analytics.viewing_sessions v
                        JOIN analytics.viewing_summaries s ON s.viewing_session_id = v.id
                      WHERE v.lead_id = d.lead_id AND coalesce(v.trailer_id, d.trailer_id) = d.trailer_id
                        AND s.last_event_at IS NOT NULL)
      AND ${notFlagged('noPlayer', 'd.lead_id', 'd.trailer_id')})`;

const visitKey = z.object({ leadId: z.uuid(), trailerId: z.uuid() });

/** Returns visits that were sent something within some seconds, and may be flagged. */
export const suspectVisits = (db: Queryable, withinSeconds: number) =>
  queryRows(db, visitKey, VISITS, [withinSeconds]);

/**
 * Proved people of whom several visits were sent something of a trailer within an hour: together more than their time
 * explains, or without any report.
 */
const PEOPLE = `
  SELECT "leadIds", "trailerId" FROM (
    SELECT array_agg(d.lead_id ORDER BY d.last_at DESC, d.lead_id) AS "leadIds", d.trailer_id AS "trailerId",
           max(d.last_at) AS last_at, analytics.seconds_in(range_agg(d.played + d.parts)) AS delivered,
           coalesce(extract(epoch FROM max(d.last_at) - min(g.recorded_at - g.ago_ms * interval '1 millisecond')),
                    0)::float8 AS elapsed
    FROM analytics.delivery_summaries d JOIN analytics.leads l ON l.id = d.lead_id
      LEFT JOIN analytics.playback_grants g ON g.lead_id = d.lead_id
        AND coalesce(g.trailer_id, '${NO_TRAILER}') = d.trailer_id
    WHERE d.last_at > now() - interval '1 hour' AND l.proved_key IS NOT NULL AND ${notStaff('l.id')}
    GROUP BY l.proved_key, d.trailer_id HAVING count(*) > 1) person
  WHERE last_at > now() - make_interval(secs => $1) AND (
    delivered > elapsed + 2 * ${aheadSeconds} AND ${noVisitFlagged('copying')}
    OR delivered >= 2 * ${unplayedSeconds} AND ${noVisitFlagged('noPlayer')}
      AND NOT EXISTS (SELECT FROM analytics.viewing_sessions v
                        JOIN analytics.viewing_summaries s ON s.viewing_session_id = v.id
                      WHERE v.lead_id = ANY ("leadIds") AND coalesce(v.trailer_id, "trailerId") = "trailerId"
                        AND s.last_event_at IS NOT NULL))`;

const personKey = z.object({ leadIds: z.array(z.uuid()), trailerId: z.uuid() });
/** Visits of a proved person and a trailer, the last one first. */
export type PersonKey = z.infer<typeof personKey>;

/** Returns the visits of people to whom something was sent within some seconds, and who may be flagged. */
export const suspectPeople = (db: Queryable, withinSeconds: number) =>
  queryRows(db, personKey, PEOPLE, [withinSeconds]);

const address = z.object({ leadId: z.uuid(), ips: z.array(z.string()) });

/**
 * Returns the leads and address families with several addresses: those to which something was sent within some seconds,
 * and the last one before that within `beforeSeconds`.
 */
export const usedAddresses = (db: Queryable, withinSeconds: number, beforeSeconds: number) =>
  queryRows(
    db,
    address,
    `WITH used AS (
       -- Grouped twice, because DISTINCT in an aggregate would sort all rows.
       SELECT lead_id, strpos(ip, ':') > 0 AS is_v6, array_agg(ip) AS ips, min(since) AS since
       FROM (SELECT lead_id, ip, min(at) AS since FROM analytics.segment_deliveries
             WHERE recorded_at > now() - make_interval(secs => $1) GROUP BY lead_id, ip) recent
       GROUP BY lead_id, is_v6
     )
     SELECT used.lead_id AS "leadId", used.ips || array_remove(ARRAY[earlier.ip], NULL) AS ips
     FROM used LEFT JOIN LATERAL (
       SELECT e.ip FROM analytics.segment_deliveries e
       WHERE e.lead_id = used.lead_id AND e.at < used.since AND e.at > used.since - make_interval(secs => $2)
         AND (strpos(e.ip, ':') > 0) = used.is_v6
       ORDER BY e.at DESC LIMIT 1) earlier ON true
     WHERE (cardinality(used.ips) > 1 OR earlier.ip <> used.ips[1])
       AND ${notStaff('used.lead_id')} AND ${notFlagged('twoNetworks', 'used.lead_id')}`,
    [withinSeconds, beforeSeconds],
  );

const playing = z.object({
  provedKey: z.string(),
  leadId: z.uuid(),
  playedAt: z.number(),
});

/** Returns the sessions that played just now of people with more of them than may play at once. */
export const manyPlayingSessions = (db: Queryable) =>
  queryRows(
    db,
    playing,
    `SELECT "provedKey", "leadId", "playedAt" FROM (
       SELECT l.proved_key AS "provedKey", w.lead_id AS "leadId",
              (extract(epoch FROM max(w.played_at)) * 1000)::float8 AS "playedAt",
              count(*) OVER (PARTITION BY l.proved_key) AS sessions
       FROM analytics.watched_summaries w JOIN analytics.leads l ON l.id = w.lead_id
       WHERE w.played_at > now() - make_interval(secs => $1) AND l.proved_key IS NOT NULL AND ${notStaff('l.id')}
       GROUP BY l.proved_key, w.lead_id) playing
     WHERE sessions > $2 AND NOT EXISTS (
       SELECT FROM analytics.flags f JOIN analytics.leads other ON other.id = f.lead_id
       WHERE f.kind = 'manySessions' AND f.at > now() - make_interval(hours => $3)
         AND other.proved_key = playing."provedKey")
     ORDER BY "playedAt" DESC`,
    [sessionLimits.reportedWithinMs / 1000, sessionLimits.atOnce, sessionLimits.repeatHours],
  );

const losses = z.object({ leadId: z.uuid(), times: z.int() });

/** Returns the losses of the watermark in the visits that reported within some seconds. */
export const watermarkLosses = (db: Queryable, withinSeconds: number) =>
  queryRows(
    db,
    losses,
    `SELECT v.lead_id AS "leadId", sum(s.watermark_losses)::int AS times
     FROM analytics.viewing_summaries s JOIN analytics.viewing_sessions v ON v.id = s.viewing_session_id
     WHERE s.watermark_losses > 0 AND ${notStaff('v.lead_id')} AND ${notFlagged('watermark', 'v.lead_id')}
     GROUP BY v.lead_id HAVING max(s.last_seen_at) > now() - make_interval(secs => $1)`,
    [withinSeconds],
  );
