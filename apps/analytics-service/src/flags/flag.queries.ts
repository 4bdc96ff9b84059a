import { flag, flagKinds, MAX_FLAGS_OF_PERSON } from '@secure-preview/contracts';
import { execute, queryRows } from '@secure-preview/service-kit/postgres';
import type { DataSource } from 'typeorm';
import * as z from 'zod/mini';

/** Returns a time as ISO 8601 in UTC. */
const isoOf = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Condition for flags that are not about staff: a visit may have become one of staff since. */
const NOT_STAFF = 'NOT EXISTS (SELECT FROM analytics.staff_leads s WHERE s.lead_id = f.lead_id)';

/** `total`: number of all flags of the person. */
const flagOfPerson = z.extend(flag, { total: z.int() });

/** Returns flags of the person of a lead: those that count first, then newest first. */
export function flagsOfPerson(db: DataSource, leadId: string) {
  return queryRows(
    db,
    flagOfPerson,
    `WITH person AS MATERIALIZED (
       SELECT p.id, p.proved_key FROM analytics.leads l JOIN analytics.people p
         ON p.id = coalesce((SELECT id FROM analytics.people WHERE proved_key = l.proved_key), l.id)
       WHERE l.id = $1)
     SELECT f.id, f.lead_id AS "leadId", f.trailer_id AS "trailerId", f.facts, ${isoOf('f.at')} AS at,
            ${isoOf('f.dismissed_at')} AS "dismissedAt",
            f.dismissed_by_name AS "dismissedByName", ${isoOf('f.blocked_at')} AS "blockedAt",
            (count(*) OVER ())::int AS total
     FROM analytics.leads l JOIN analytics.flags f ON f.lead_id = l.id
     WHERE (l.id = (SELECT id FROM person)
            OR l.verified_by <> 'none' AND l.proved_key = (SELECT proved_key FROM person)) AND ${NOT_STAFF}
     ORDER BY f.dismissed_at IS NOT NULL, f.at DESC, f.id LIMIT ${MAX_FLAGS_OF_PERSON}`,
    [leadId],
  );
}

const kindsOfLead = z.object({ leadId: z.uuid(), kinds: z.array(z.enum(flagKinds)) });

/** Returns the kinds of the flags that count, without leads that have none. */
export function kindsOfLeads(db: DataSource, leadIds: readonly string[]) {
  return queryRows(
    db,
    kindsOfLead,
    `SELECT f.lead_id AS "leadId", jsonb_agg(DISTINCT f.kind) AS kinds FROM analytics.flags f
     WHERE f.lead_id = ANY ($1) AND f.dismissed_at IS NULL AND ${NOT_STAFF}
     GROUP BY f.lead_id`,
    [leadIds],
  );
}

/**
 * Sets whether a flag is dismissed, and by whom. The first dismissal keeps its time and name.
 *
 * @returns the number of changed flags
 */
export function setDismissed(
  db: DataSource,
  flagId: string,
  isDismissed: boolean,
  byName: string | null,
): Promise<number> {
  return execute(
    db,
    `UPDATE analytics.flags
     SET dismissed_at = CASE WHEN $2 THEN coalesce(dismissed_at, clock_timestamp()) END,
         dismissed_by_name = CASE WHEN $2 THEN CASE WHEN dismissed_at IS NULL THEN $3 ELSE dismissed_by_name END END
     WHERE id = $1
     RETURNING id`,
    [flagId, isDismissed, byName],
  );
}
