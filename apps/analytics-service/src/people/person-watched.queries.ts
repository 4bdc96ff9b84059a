import type { PlayedRange } from '@secure-preview/contracts';
import { insertAlerts } from '@secure-preview/service-kit/outbox';
import { LAST_SEEN_STEP, personOfLead } from './person.queries.js';

/** Returns ranges of seconds as a multirange of milliseconds. */
export const multirangeOf = (ranges: readonly PlayedRange[]) =>
  `{${ranges.map(([from, to]) => `[${Math.round(from * 1000)},${Math.round(to * 1000)})`).join(',')}}`;

/** Alerts about what was stored. Concurrent reports of a person have the same keys. The mail links to the person. */
const ALERTS = `
  SELECT alert.key, alert.kind, p.id,
         jsonb_build_object('personId', p.id, 'leadId', lead_id, 'trailerId', trailer_id),
         jsonb_build_object('name', p.name, 'email', p.email, 'isProved', p.proved_key IS NOT NULL, 'personId', p.id)
  FROM milestones JOIN analytics.people p USING (id), LATERAL (VALUES
    ('first-play:' || p.id, 'firstPlay', is_first_play),
    ('finished:' || p.id || ':' || trailer_id, 'finished', has_finished)
  ) AS alert (key, kind, is_due)
  WHERE is_due`;

/**
 * Returns common table expressions that add what a lead watched of a trailer to its person, and store the alert about the
 * first play of the person (nothing of any trailer was watched before) and that about having finished this trailer.
 * Outside of `of_person`, they see what was stored before. Do nothing for staff.
 *
 * They read `watched`: the row of `watched_summaries` with lead_id, trailer_id, trailer_seconds and last_seen_at. The
 * caller must hold its lock, which `markStaff` waits for.
 *
 * @param played parameter with a multirange of milliseconds
 * @param completedShare parameter with the share of a trailer from which it counts as finished
 */
export const withPersonWatched = (played: string, completedShare: string) => `
  person AS (
    SELECT w.*, p.id FROM watched w, LATERAL (${personOfLead('w.lead_id')}) AS p
  ), seen AS (
    UPDATE analytics.people SET last_at = person.last_seen_at
    FROM person WHERE people.id = person.id AND last_at < person.last_seen_at - ${LAST_SEEN_STEP}
    RETURNING people.id
  ), of_person AS (
    INSERT INTO analytics.person_watched AS known (trailer_id, person_id, trailer_seconds, played)
    SELECT trailer_id, id, trailer_seconds, ${played}::int4multirange FROM person
    -- Counting makes this wait for the update, so rows are always locked in this order.
    WHERE trailer_id IS NOT NULL AND ${played} <> '{}' AND (SELECT count(*) FROM seen) >= 0
    ON CONFLICT (trailer_id, person_id) DO UPDATE
    SET played = known.played + excluded.played, last_at = greatest(known.last_at, excluded.last_at),
        trailer_seconds = coalesce(excluded.trailer_seconds, known.trailer_seconds)
    RETURNING known.person_id AS id, known.watched_share AS share
  ), milestones AS (
    SELECT id, person.lead_id, person.trailer_id,
           NOT EXISTS (SELECT FROM analytics.person_watched b WHERE b.person_id = id) AS is_first_play,
           coalesce(share >= ${completedShare}, false) AND NOT EXISTS (
             SELECT FROM analytics.person_watched b
             WHERE b.person_id = id AND b.trailer_id = person.trailer_id AND b.watched_share >= ${completedShare}
           ) AS has_finished
    FROM of_person JOIN person USING (id)
  ), alerts AS (${insertAlerts(ALERTS)})`;
