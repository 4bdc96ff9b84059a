import { LAST_VISITS } from './last-visits.queries.js';
import { isStaff, type SummaryCheck } from './summary-check.js';

/**
 * Returns the condition that stored ranges differ from the derived ones. Summaries of version 1.0 with this many ranges
 * may lack short ones.
 */
const differ = (ranges: string, derived: string) =>
  `(analytics.multirange_of(${ranges}) <> ${derived}
    AND NOT (jsonb_array_length(${ranges}) >= 500 AND analytics.multirange_of(${ranges}) <@ ${derived}))`;

const seconds = (plays: string) =>
  `(SELECT coalesce(sum(play_to - play_from), 0)::float8 / 1000 FROM unnest(${plays}) AS play (play_from, play_to))`;
const rangesOf = (multirange: string) => `(
  SELECT coalesce(jsonb_agg(jsonb_build_array(lower(range) / 1000.0, upper(range) / 1000.0) ORDER BY range), '[]')
  FROM unnest(${multirange}) AS range)`;

/** Viewings: the union of their events and of what waits for the next event. */
const VIEWINGS: SummaryCheck = {
  name: 'viewings',
  total: 'SELECT count(*)::int AS count FROM analytics.viewing_summaries',
  differing: `
    WITH event_ranges AS (
      SELECT viewing_session_id AS id, range_agg(analytics.multirange_of(ranges)) AS played
      FROM analytics.progress_events GROUP BY 1
    ), reported_plays AS (
      SELECT viewing_session_id AS id, plays FROM analytics.progress_events
      UNION ALL SELECT viewing_session_id, pending_plays FROM analytics.viewing_summaries
    ), numbered_plays AS (
      SELECT id, (play ->> 0)::int AS number, min(round((play ->> 1)::numeric * 1000)::int) AS starts,
             max(round((play ->> 2)::numeric * 1000)::int) AS ends
      FROM reported_plays, jsonb_array_elements(plays) AS play GROUP BY 1, 2
    ), event_plays AS (
      SELECT id, array_agg(starts ORDER BY number) AS starts, array_agg(ends ORDER BY number) AS ends
      FROM numbered_plays GROUP BY id
    )
    SELECT s.viewing_session_id AS id, derived.played, coalesce(p.starts, '{}') AS starts, coalesce(p.ends, '{}') AS ends
    FROM analytics.viewing_summaries s
      LEFT JOIN event_ranges r ON r.id = s.viewing_session_id
      LEFT JOIN event_plays p ON p.id = s.viewing_session_id,
      LATERAL (SELECT coalesce(r.played, '{}') + analytics.multirange_of(s.pending) AS played) derived
    WHERE ${differ('s.ranges', 'derived.played')}
       OR abs(s.watched_seconds - analytics.seconds_in(analytics.multirange_of(s.ranges))) > 0.001
       OR s.plays_from <> coalesce(p.starts, '{}') OR s.plays_to <> coalesce(p.ends, '{}')`,
  repair: `UPDATE analytics.viewing_summaries s
    SET ranges = ${rangesOf('d.played')}, watched_seconds = analytics.seconds_in(d.played), plays_from = d.starts,
        plays_to = d.ends
    FROM differing d WHERE s.viewing_session_id = d.id`,
};

/** Watched time of leads: the union of their viewings of a version. */
const LEADS: SummaryCheck = {
  name: 'watched time of leads',
  total: 'SELECT count(*)::int AS count FROM analytics.watched_summaries',
  differing: `
    WITH derived AS (
      SELECT v.lead_id, v.trailer_id, range_agg(analytics.multirange_of(s.ranges)) AS played,
             sum(${seconds('s.plays_from, s.plays_to')}) AS played_seconds,
             sum(cardinality(s.plays_from))::int AS play_count, sum(jsonb_array_length(s.ranges))::int AS range_count
      FROM analytics.viewing_summaries s JOIN analytics.viewing_sessions v ON v.id = s.viewing_session_id
      GROUP BY 1, 2
    )
    SELECT w.lead_id, w.trailer_id, coalesce(d.played, '{}') AS played, coalesce(d.played_seconds, 0) AS played_seconds,
           coalesce(d.play_count, 0) AS play_count, coalesce(d.range_count, 0) AS range_count
    FROM analytics.watched_summaries w
      LEFT JOIN derived d ON d.lead_id = w.lead_id AND d.trailer_id IS NOT DISTINCT FROM w.trailer_id
    WHERE ${differ('w.ranges', "coalesce(d.played, '{}')")}
       OR abs(w.watched_seconds - analytics.seconds_in(analytics.multirange_of(w.ranges))) > 0.001
       OR abs(w.played_seconds - coalesce(d.played_seconds, 0)) > 0.01
       OR w.play_count <> coalesce(d.play_count, 0) OR w.range_count <> coalesce(d.range_count, 0)`,
  repair: `UPDATE analytics.watched_summaries w
    SET ranges = ${rangesOf('d.played')}, watched_seconds = analytics.seconds_in(d.played),
        played_seconds = d.played_seconds, play_count = d.play_count,
        range_count = d.range_count
    FROM differing d WHERE w.lead_id = d.lead_id AND w.trailer_id IS NOT DISTINCT FROM d.trailer_id`,
};

/** People: their visits, without those of staff. Versions before people existed stored only leads. */
const PEOPLE: SummaryCheck = {
  name: 'people',
  total: 'SELECT count(*)::int AS count FROM analytics.people',
  differing: `
    WITH visits AS (
      SELECT coalesce(p.id, first_value(l.id) OVER same_person) AS person_id, l.*, ${isStaff('l.id')} AS is_staff
      FROM analytics.leads l LEFT JOIN analytics.people p ON p.proved_key = l.proved_key
      WINDOW same_person AS (PARTITION BY coalesce(l.proved_key, l.id::text) ORDER BY l.captured_at, l.id)
    ), derived AS (
      SELECT person_id AS id, (array_agg(id ORDER BY captured_at DESC, id))[1] AS last_lead_id,
             count(*) FILTER (WHERE NOT is_staff)::int AS visits, min(captured_at) FILTER (WHERE NOT is_staff) AS first_at
      FROM visits GROUP BY 1
    )
    SELECT d.id, d.last_lead_id, d.visits, d.first_at
    FROM derived d LEFT JOIN analytics.people p USING (id)
    WHERE p.visits IS DISTINCT FROM d.visits OR p.first_at <> d.first_at`,
  repair: `INSERT INTO analytics.people AS known
       (id, proved_key, name, email, search_text, verified_by, visits, first_at, last_at, networks)
     SELECT d.id, l.proved_key, l.name, l.email, l.search_text, l.verified_by, d.visits,
            coalesce(d.first_at, l.captured_at), l.captured_at, '{}'
     FROM differing d JOIN analytics.leads l ON l.id = d.last_lead_id
     ON CONFLICT (id) DO UPDATE SET visits = excluded.visits, first_at = excluded.first_at`,
};

/** Watched time of people: the union over their leads, without those of staff. */
const WATCHED: SummaryCheck = {
  name: 'watched time of people',
  total: 'SELECT count(*)::int AS count FROM analytics.person_watched',
  differing: `
    WITH derived AS (
      SELECT coalesce(p.id, l.id) AS person_id, w.trailer_id, max(w.trailer_seconds) AS trailer_seconds,
             range_agg(analytics.multirange_of(w.ranges)) AS played, max(w.last_seen_at) AS last_at
      FROM analytics.watched_summaries w
        JOIN analytics.leads l ON l.id = w.lead_id LEFT JOIN analytics.people p ON p.proved_key = l.proved_key
      WHERE w.trailer_id IS NOT NULL AND w.ranges <> '[]' AND NOT ${isStaff('l.id')}
      GROUP BY 1, 2
    )
    SELECT coalesce(d.person_id, w.person_id) AS person_id, coalesce(d.trailer_id, w.trailer_id) AS trailer_id,
           d.trailer_seconds, d.played, d.last_at
    FROM derived d FULL JOIN analytics.person_watched w USING (person_id, trailer_id)
    WHERE d.played IS DISTINCT FROM w.played`,
  repair: `, removed AS (
      DELETE FROM analytics.person_watched w USING differing d
      WHERE w.person_id = d.person_id AND w.trailer_id = d.trailer_id AND d.played IS NULL
    )
    INSERT INTO analytics.person_watched (person_id, trailer_id, trailer_seconds, played, last_at)
    SELECT person_id, trailer_id, trailer_seconds, played, last_at FROM differing WHERE played IS NOT NULL
    ON CONFLICT (trailer_id, person_id) DO UPDATE SET played = excluded.played`,
};

/**
 * Copies of the access. Blocks are in auth-service, so gateways compare them, each at least once a day. Finds people for
 * whom this has failed for two days; the repair has gateways compare everyone again, which takes seconds.
 */
const ACCESS: SummaryCheck = {
  name: 'access of people, compared by gateways',
  total: 'SELECT count(*)::int AS count FROM analytics.people',
  differing: `SELECT id FROM analytics.people
    WHERE coalesce(compared_at, first_at) < clock_timestamp() - interval '2 days'`,
  repair: 'UPDATE analytics.people SET blocks_version = NULL',
};

/** Sent time: the union of the whole picture segments of a version. */
const DELIVERIES: SummaryCheck = {
  name: 'sent time of leads',
  total: 'SELECT count(*)::int AS count FROM analytics.delivery_summaries',
  differing: `
    WITH derived AS (
      SELECT lead_id, trailer_id, range_agg(played) AS played
      FROM analytics.segment_deliveries WHERE kind <> 'audio' AND whole GROUP BY 1, 2
    )
    SELECT s.lead_id, s.trailer_id, coalesce(d.played, '{}') AS played
    FROM analytics.delivery_summaries s LEFT JOIN derived d USING (lead_id, trailer_id)
    WHERE s.played <> coalesce(d.played, '{}')`,
  repair: `UPDATE analytics.delivery_summaries s SET played = d.played
    FROM differing d WHERE s.lead_id = d.lead_id AND s.trailer_id = d.trailer_id`,
};

/** All summaries, each after those from which it is derived. */
export const summaryChecks: readonly SummaryCheck[] = [
  VIEWINGS,
  LEADS,
  PEOPLE,
  LAST_VISITS,
  WATCHED,
  DELIVERIES,
  ACCESS,
];
/** Summaries that differ while an earlier version stores leads. */
export const missingPeopleChecks: readonly SummaryCheck[] = [PEOPLE, WATCHED];
/** Summaries to repair then. */
export const peopleChecks: readonly SummaryCheck[] = [PEOPLE, LAST_VISITS, WATCHED];
