import type { Delivery } from '@secure-preview/contracts';
import { networkOf } from '@secure-preview/service-kit';
import { execute, prepared, queryRows } from '@secure-preview/service-kit/postgres';
import type { DataSource } from 'typeorm';
import * as z from 'zod/mini';
import { LAST_SEEN_STEP, MAX_NETWORKS } from '../people/person.queries.js';
import { deliveredTime } from './delivered-time.js';

/** A delivery of one segment. */
export type SegmentDelivery = Omit<Delivery, 'next'>;

/**
 * Skips rows that exist already for their command or their minute; skipped rows add nothing to the summary.
 * Inserts and locks in a fixed order, so two gateways cannot deadlock.
 */
const ADD = prepared(`
  WITH sent AS (
    SELECT d.*, int4range(round(d."from" * 1000)::int, round(d."to" * 1000)::int) AS played
    FROM jsonb_to_recordset($2::jsonb) AS d (number int, "agoMs" int, "sessionRef" uuid, "leadId" uuid, ip text,
      "trailerId" uuid, "trailerSeconds" float8, "renditionId" uuid, kind text, position int, "from" float8,
      "to" float8, whole boolean, network text, "variantHash" text)
  ), added AS (
    INSERT INTO analytics.segment_deliveries
      (command_id, number, session_ref, lead_id, ip, trailer_id, rendition_id, kind, position, played, whole, ago_ms,
       variant_hash)
    SELECT $1, number, "sessionRef", "leadId", ip, "trailerId", "renditionId", kind, position, played, whole, "agoMs",
           decode("variantHash", 'base64')
    FROM sent
    ORDER BY "sessionRef", "renditionId", position
    ON CONFLICT DO NOTHING
    RETURNING number, at
  ), of_people AS (
    SELECT p.id, max(at) AS at, array_agg(DISTINCT network) FILTER (WHERE network IS NOT NULL) AS networks
    FROM sent JOIN added USING (number) JOIN analytics.leads l ON l.id = "leadId"
      JOIN analytics.people p
        ON p.id = coalesce((SELECT id FROM analytics.people WHERE proved_key = l.proved_key), l.id)
    WHERE NOT EXISTS (SELECT FROM analytics.staff_leads s WHERE s.lead_id = l.id)
    GROUP BY p.id
    HAVING max(at) > p.last_at + ${LAST_SEEN_STEP}
      OR (array_agg(DISTINCT network) FILTER (WHERE network IS NOT NULL) <@ p.networks) IS FALSE
  ), locked AS (
    SELECT id FROM analytics.people WHERE id IN (SELECT id FROM of_people) ORDER BY id FOR NO KEY UPDATE
  ), people AS (
    UPDATE analytics.people AS known
    SET last_at = greatest(known.last_at, of_people.at),
        networks = (known.networks || ARRAY(
          SELECT network FROM unnest(of_people.networks) AS network WHERE network <> ALL (known.networks)
        ))[:${MAX_NETWORKS}]
    FROM of_people JOIN locked USING (id) WHERE known.id = of_people.id
  )
  INSERT INTO analytics.delivery_summaries AS known (lead_id, trailer_id, trailer_seconds, played, parts, last_at)
  SELECT "leadId", "trailerId", nullif(max(greatest("trailerSeconds", 0)), 0),
         coalesce(range_agg(played) FILTER (WHERE whole), '{}'),
         coalesce(range_agg(played) FILTER (WHERE NOT whole), '{}'), max(at)
  FROM sent JOIN added USING (number) WHERE kind <> 'audio'
  GROUP BY "leadId", "trailerId" ORDER BY "leadId", "trailerId"
  ON CONFLICT (lead_id, trailer_id) DO UPDATE
  SET played = known.played + excluded.played, parts = known.parts + excluded.parts,
      last_at = greatest(known.last_at, excluded.last_at),
      trailer_seconds = coalesce(excluded.trailer_seconds, known.trailer_seconds)`);

const OF_LEADS = `
  SELECT s.lead_id AS "leadId", s.trailer_id AS "trailerId", sent.seconds,
         CASE WHEN sent.seconds > s.trailer_seconds THEN 1 ELSE sent.seconds / s.trailer_seconds END AS share
  FROM analytics.delivery_summaries s, LATERAL (
    SELECT coalesce(sum(upper(piece) - lower(piece)), 0)::float8 / 1000 AS seconds FROM unnest(s.played) AS piece) sent
  WHERE s.lead_id = ANY ($1::uuid[]) AND NOT isempty(s.played) ORDER BY s.last_at DESC`;

const deliveredToLead = z.extend(deliveredTime, { leadId: z.uuid() });

/** Inserts deliveries and adds the new ones to the summaries of their leads and to their people, in one statement. */
export async function insertDeliveries(
  db: DataSource,
  deliveries: readonly SegmentDelivery[],
  commandId: string,
): Promise<void> {
  const sent = deliveries.map((delivery, number) => ({
    ...delivery,
    number,
    network: networkOf(delivery.ip) ?? null,
  }));
  await execute(db, ADD, [commandId, JSON.stringify(sent)]);
}

/** Returns the delivered times of leads, the most recently sent trailer first. */
export function deliveredToLeads(db: DataSource, leadIds: readonly string[]) {
  return queryRows(db, deliveredToLead, OF_LEADS, [leadIds]);
}
