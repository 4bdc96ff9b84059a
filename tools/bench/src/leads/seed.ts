import { createHash } from 'node:crypto';
import type { Client } from 'pg';

const TERMS = 'I accept.';

/** Fills the tables with leads of two years, of which every other one watched something. */
export async function seedLeads(owner: Client, count: number): Promise<void> {
  const sha256 = createHash('sha256').update(TERMS).digest('hex');
  await owner.query('INSERT INTO analytics.terms_texts (sha256, version, text) VALUES ($1, $2, $3)', [
    sha256,
    'bench',
    TERMS,
  ]);
  await owner.query(
    `INSERT INTO analytics.leads
       (id, command_id, name, email, search_text, ip, session_ref, terms_sha256, captured_at)
     SELECT gen_random_uuid(), gen_random_uuid(), name, email, lower(name) || E'\\n' || email, '203.0.113.1',
            gen_random_uuid(), $2, now() - random() * interval '2 years'
     FROM (SELECT initcap(word) || ' ' || initcap(substr(md5(n::text), 1, 9)) AS name,
                  word || n || '@example.org' AS email
           FROM generate_series(1, $1) AS n, LATERAL (SELECT substr(md5((n % 5000)::text), 1, 7) AS word) AS words
          ) AS people`,
    [count, sha256],
  );
  await owner.query(
    `WITH viewers AS (SELECT id, session_ref FROM analytics.leads WHERE random() < 0.5),
     begun AS (
       INSERT INTO analytics.viewing_sessions
         (id, command_id, session_ref, lead_id, ip, trailer_id, trailer_seconds)
       SELECT gen_random_uuid(), gen_random_uuid(), session_ref, id, '203.0.113.1', $1, 120
       FROM viewers, generate_series(1, 2) RETURNING id)
     INSERT INTO analytics.viewing_summaries (viewing_session_id, ranges, watched_seconds)
     SELECT id, '[[0, 30], [45, 60.5]]', 45.5 FROM begun`,
    ['7c4bdf6e-3a3c-4f5e-9c1b-4a0a4a5f1c11'],
  );
  await owner.query('ANALYZE');
}
