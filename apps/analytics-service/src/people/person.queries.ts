import { type PlayedRange, viewingLimits } from '@secure-preview/contracts';
import { execute, prepared, queryRow } from '@secure-preview/service-kit/postgres';
import type { EntityManager } from 'typeorm';
import * as z from 'zod/mini';
import type { PersonMilestones } from './person-alerts.js';

/** Networks stored for a person; it limits the size of rows. */
export const MAX_NETWORKS = 100;
/**
 * Reports and deliveries change the last activity of a person only if it is older than this. Each change writes to every
 * index of people, and a viewer sends several of both a minute.
 */
export const LAST_SEEN_STEP = "interval '1 minute'";

/** Adds the network in this parameter to those of `known`. */
export const withNetwork = (parameter: string) =>
  `CASE WHEN ${parameter}::text IS NULL OR ${parameter} = ANY (known.networks)
          OR cardinality(known.networks) >= ${MAX_NETWORKS}
     THEN known.networks ELSE known.networks || ${parameter}::text END`;

/** Selects the person of lead $1, unless the lead is staff. */
export const PERSON_OF_LEAD = `
  SELECT coalesce(p.id, l.id) AS id
  FROM analytics.leads l LEFT JOIN analytics.people p ON p.proved_key = l.proved_key
  WHERE l.id = $1 AND NOT EXISTS (SELECT FROM analytics.staff_leads s WHERE s.lead_id = l.id)`;

const RECORD_PLAYER = prepared(`
  UPDATE analytics.people AS known
  SET last_at = greatest(last_at, (SELECT started_at FROM analytics.viewing_sessions WHERE id = $3)),
      networks = ${withNetwork('$2')}
  WHERE id = (${PERSON_OF_LEAD})`);

/**
 * Records that the person of a lead started a viewing, which must be stored.
 *
 * @param network null if the address has none
 */
export async function recordPlayer(
  db: EntityManager,
  leadId: string,
  viewingId: string,
  network: string | null,
): Promise<void> {
  await execute(db, RECORD_PLAYER, [leadId, network, viewingId]);
}

/** Returns ranges of seconds as a multirange of milliseconds. */
export const multirangeOf = (ranges: readonly PlayedRange[]) =>
  `{${ranges.map(([from, to]) => `[${Math.round(from * 1000)},${Math.round(to * 1000)})`).join(',')}}`;

const milestones = z.object({
  personId: z.uuid(),
  name: z.string(),
  email: z.string(),
  isProved: z.boolean(),
  isFirstPlay: z.boolean(),
  hasFinished: z.boolean(),
});

/** Outside of `watched`, the statement sees what was stored before. */
const ADD_WATCHED = prepared(`
  WITH watched AS (
    INSERT INTO analytics.person_watched AS known (trailer_id, person_id, trailer_seconds, played)
    SELECT $2, person.id, $3, $4::int4multirange FROM (${PERSON_OF_LEAD}) AS person
    ON CONFLICT (trailer_id, person_id) DO UPDATE
    SET played = known.played + excluded.played, last_at = greatest(known.last_at, excluded.last_at),
        trailer_seconds = coalesce(excluded.trailer_seconds, known.trailer_seconds)
    RETURNING known.person_id AS id, known.watched_share AS share
  )
  SELECT p.id AS "personId", p.name, p.email, p.proved_key IS NOT NULL AS "isProved",
         NOT EXISTS (SELECT FROM analytics.person_watched before WHERE before.person_id = p.id) AS "isFirstPlay",
         coalesce(watched.share >= $5, false) AND NOT EXISTS (
           SELECT FROM analytics.person_watched before
           WHERE before.person_id = p.id AND before.trailer_id = $2 AND before.watched_share >= $5) AS "hasFinished"
  FROM watched JOIN analytics.people p USING (id)`);

/**
 * Adds ranges to what the person of a lead watched of a trailer. The caller must hold the lock on the watched summary of
 * the lead, which `markStaff` waits for.
 *
 * @param trailer its seconds are null if unknown
 * @returns what has changed for the person; undefined for staff
 */
export async function addPersonWatched(
  db: EntityManager,
  leadId: string,
  trailer: { readonly id: string; readonly seconds: number | null },
  ranges: readonly PlayedRange[],
): Promise<PersonMilestones | undefined> {
  return queryRow(db, milestones, ADD_WATCHED, [
    leadId,
    trailer.id,
    trailer.seconds,
    multirangeOf(ranges),
    viewingLimits.completedShare,
  ]);
}
