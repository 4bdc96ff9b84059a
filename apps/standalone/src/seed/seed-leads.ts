import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { makeLeads } from './viewings.js';

const TERMS = 'Terms of seeded leads.';

interface SeededTrailer {
  readonly id: string;
  readonly seconds: number;
}

const SEEDED = `
  WITH viewing AS (
    SELECT v.*, now() - v."hoursAgo" * interval '1 hour' AS at
    FROM jsonb_to_recordset($1) AS v (id uuid, "leadId" uuid, "hoursAgo" float8, ranges jsonb, seconds float8))`;
/**
 * The last viewing of each lead that opened the player. A second viewing covers the same ranges as the first.
 */
const LAST_VIEWINGS = `SELECT DISTINCT ON ("leadId") * FROM viewing ORDER BY "leadId", at DESC`;

/**
 * Adds leads with viewings of every kind. Needs a connection as the owner of the tables, because services may
 * not set times. Does not change leads that exist.
 */
export async function seedLeads(owner: Client, count: number, trailer: SeededTrailer): Promise<void> {
  const { leads, viewings } = makeLeads(count, trailer.seconds);
  const sha256 = createHash('sha256').update(TERMS).digest('hex');
  const json = JSON.stringify(viewings);
  const watched = [json, trailer.id, trailer.seconds];
  await owner.query('BEGIN');
  await owner.query(
    `INSERT INTO analytics.terms_texts (sha256, version, text) VALUES ($1, 'seed', $2) ON CONFLICT DO NOTHING`,
    [sha256, TERMS],
  );
  await owner.query(
    `INSERT INTO analytics.leads
       (id, command_id, name, email, search_text, ip, user_agent, session_ref, terms_sha256, captured_at)
     SELECT id, id, name, email, "searchText", ip, "userAgent", "sessionRef", $2, now() - "hoursAgo" * interval '1 hour'
     FROM jsonb_to_recordset($1) AS lead (id uuid, name text, email text, "searchText" text, ip text, "userAgent" text,
       "sessionRef" uuid, "hoursAgo" float8)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(leads), sha256],
  );
  await owner.query(
    `${SEEDED} INSERT INTO analytics.viewing_sessions
       (id, command_id, session_ref, lead_id, ip, user_agent, trailer_id, trailer_seconds, started_at)
     SELECT v.id, v.id, l.session_ref, l.id, l.ip, l.user_agent, $2, $3, at
     FROM viewing v JOIN analytics.leads l ON l.id = v."leadId"
     ON CONFLICT DO NOTHING`,
    watched,
  );
  await owner.query(
    `${SEEDED} INSERT INTO analytics.viewing_summaries
       (viewing_session_id, ranges, watched_seconds, claimed_seconds, claimed_completed, last_event_at, last_seen_at)
     SELECT id, ranges, seconds, ceil(seconds), seconds >= $2, at, at FROM viewing ON CONFLICT DO NOTHING`,
    [json, trailer.seconds],
  );
  await owner.query(
    `${SEEDED} INSERT INTO analytics.watched_summaries
       (lead_id, trailer_id, trailer_seconds, ranges, watched_seconds, played_at, last_seen_at)
     SELECT "leadId", $2, $3, ranges, seconds, CASE WHEN seconds > 0 THEN at END, at FROM (${LAST_VIEWINGS}) AS last
     ON CONFLICT DO NOTHING`,
    watched,
  );
  await owner.query(
    `${SEEDED} INSERT INTO analytics.delivery_summaries (lead_id, trailer_id, trailer_seconds, played, last_at)
     SELECT "leadId", $2, $3, sent.played, at FROM (${LAST_VIEWINGS}) AS last CROSS JOIN LATERAL (
       SELECT range_agg(int4range((part->>0)::float8::int * 1000, ceil((part->>1)::float8)::int * 1000)) AS played
       FROM jsonb_array_elements(ranges) AS part) AS sent
     WHERE sent.played IS NOT NULL ON CONFLICT DO NOTHING`,
    watched,
  );
  await owner.query(
    `INSERT INTO auth.ended_visits (command_id, lead_id, ended, by_session, at)
     SELECT id, id, true, '00000000-0000-4000-8000-000000000000', now() - "hoursAgo" * interval '1 hour'
     FROM jsonb_to_recordset($1) AS lead (id uuid, "hoursAgo" float8) ON CONFLICT DO NOTHING`,
    [JSON.stringify(leads.filter(({ ended }) => ended))],
  );
  await owner.query('COMMIT');
}
