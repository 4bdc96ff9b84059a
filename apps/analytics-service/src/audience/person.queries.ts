import { personLimits, playedRange, verifiedBy } from '@secure-preview/contracts';
import { queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import type { DataSource } from 'typeorm';
import * as z from 'zod/mini';
import type { PersonKey, VisitPosition } from './person-page.js';

/** Returns a time as ISO 8601 in UTC. */
const isoOf = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Returns the pieces of a multirange of milliseconds as ranges of seconds, in order. */
export const rangesOf = (multirange: string) => `(
  SELECT coalesce(jsonb_agg(jsonb_build_array(lower(piece) / 1000.0, upper(piece) / 1000.0) ORDER BY piece), '[]')
  FROM unnest(${multirange}) AS piece)`;

const time = z.iso.datetime();
const ranges = z.array(playedRange);

const storedPerson = z.object({
  id: z.uuid(),
  provedKey: z.nullable(z.string()),
  name: z.string(),
  email: z.string(),
  verifiedBy,
  visits: z.int(),
  firstAt: time,
  lastAt: time,
  networks: z.array(z.string()),
});

/** Returns the person of a lead; undefined if it is unknown, or if all its visits are those of staff. */
export function personOfLead(db: DataSource, leadId: string) {
  return queryRow(
    db,
    storedPerson,
    `SELECT p.id, p.proved_key AS "provedKey", p.name, p.email, p.verified_by AS "verifiedBy", p.visits,
            ${isoOf('p.first_at')} AS "firstAt", ${isoOf('p.last_at')} AS "lastAt", p.networks
     FROM analytics.leads l JOIN analytics.people p
       ON p.id = coalesce((SELECT id FROM analytics.people WHERE proved_key = l.proved_key), l.id)
     WHERE l.id = $1 AND p.visits > 0`,
    [leadId],
  );
}

const watchedVersion = z.object({
  trailerId: z.uuid(),
  trailerSeconds: z.nullable(z.number()),
  seconds: z.number(),
  share: z.nullable(z.number()),
  ranges,
});

/** Returns what a person watched of each version, the last one first. */
export function versionsOfPerson(db: DataSource, personId: string) {
  return queryRows(
    db,
    watchedVersion,
    `SELECT trailer_id AS "trailerId", trailer_seconds AS "trailerSeconds", watched_seconds AS seconds,
            watched_share AS share, ${rangesOf('played')} AS ranges
     FROM analytics.person_watched WHERE person_id = $1
     ORDER BY last_at DESC, trailer_id LIMIT ${personLimits.versions}`,
    [personId],
  );
}

/**
 * Returns a common table expression with the leads of a person, without those of staff. $1 is the id of the person, or
 * its proved address. It is materialized, so the order of the page cannot choose an index of all leads.
 */
const visitsOf = ({ provedKey }: PersonKey) => `
  WITH visits AS MATERIALIZED (
    SELECT l.id, l.captured_at FROM analytics.leads l
    WHERE ${provedKey === null ? 'l.id = $1::uuid' : `l.verified_by <> 'none' AND l.proved_key = $1`}
      AND NOT EXISTS (SELECT FROM analytics.staff_leads s WHERE s.lead_id = l.id))`;
const keyOf = ({ id, provedKey }: PersonKey) => provedKey ?? id;

const storedVisit = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  verifiedBy,
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  termsVersion: z.string(),
  capturedAt: time,
  lastSeenAt: z.nullable(time),
});

/** Returns visits of a person, newest first, after a position or from the newest. */
export function visitsOfPerson(
  db: DataSource,
  key: PersonKey,
  { after, limit }: { after?: VisitPosition | undefined; limit: number },
) {
  return queryRows(
    db,
    storedVisit,
    `${visitsOf(key)}, page AS (
       SELECT id FROM visits ${after ? 'WHERE (captured_at, id) < ($3::timestamptz, $4::uuid)' : ''}
       ORDER BY captured_at DESC, id DESC LIMIT $2)
     SELECT l.id, l.name, l.email, l.verified_by AS "verifiedBy", l.ip AS "ipAddress", l.user_agent AS "userAgent",
            t.version AS "termsVersion", ${isoOf('l.captured_at')} AS "capturedAt",
            ${isoOf(`greatest(
              (SELECT max(w.last_seen_at) FROM analytics.watched_summaries w WHERE w.lead_id = l.id),
              (SELECT max(d.last_at) FROM analytics.delivery_summaries d WHERE d.lead_id = l.id))`)} AS "lastSeenAt"
     FROM page JOIN analytics.leads l USING (id) JOIN analytics.terms_texts t ON t.sha256 = l.terms_sha256
     ORDER BY l.captured_at DESC, l.id DESC`,
    [keyOf(key), limit, ...(after ? [after.capturedAt, after.id] : [])],
  );
}

/** Returns the address of the last visit of a person. */
export async function lastAddress(db: DataSource, key: PersonKey): Promise<string | null> {
  const last = await queryRow(
    db,
    z.object({ ip: z.string() }),
    `${visitsOf(key)} SELECT l.ip FROM analytics.leads l
     WHERE l.id = (SELECT id FROM visits ORDER BY captured_at DESC, id DESC LIMIT 1)`,
    [keyOf(key)],
  );
  return last?.ip ?? null;
}

/** Returns the position of a visit of a person; undefined if it is none. */
export function positionOf(db: DataSource, key: PersonKey, id: string): Promise<VisitPosition | undefined> {
  return queryRow(
    db,
    z.object({ id: z.uuid(), capturedAt: z.string() }),
    `SELECT l.id, l.captured_at::text AS "capturedAt" FROM analytics.leads l
     WHERE l.id = $1 AND ${key.provedKey === null ? 'l.id = $2::uuid' : 'l.proved_key = $2'}`,
    [id, keyOf(key)],
  );
}
