import { createHash } from 'node:crypto';
import type { Client } from 'pg';

const TERMS = 'I accept.';

/** Length of the seeded version in seconds: a trailer. */
const VERSION_SECONDS = 150;

/** Texts in the seeded people for searches, by their share of all people. */
export const searchTexts = {
  all: 'example',
  twentieth: 'wojcik',
  thousandth: 'zjadacz',
  none: 'nobody at all',
} as const;

/**
 * Proved people with two visits each. $1: number of the first person; $2: of the last one; $3: SHA-256 of the terms. The
 * `session_ref` of a lead is used to find its viewing.
 */
const LEADS = `
  INSERT INTO analytics.leads
    (id, command_id, name, email, search_text, ip, session_ref, terms_sha256, verified_by, proved_key, captured_at)
  SELECT gen_random_uuid(), gen_random_uuid(), initcap(name), email, name || E'\\n' || email,
         '10.' || n / 65536 || '.' || n / 256 % 256 || '.' || visit, gen_random_uuid(), $3, 'code', email,
         now() - interval '60 days' + (n * 37 % 50) * interval '1 day' + visit * interval '3 days'
           + n % 86400 * interval '1 s'
  FROM generate_series($1::int, $2::int) AS n, generate_series(0, 1) AS visit,
    LATERAL (SELECT translate(substr(md5(n::text), 1, 14), '0123456789abcdef', 'aeioulnrstmkbdvh') AS letters) AS l,
    LATERAL (SELECT substr(letters, 1, 6) || ' ' || CASE
               WHEN n % 1000 = 7 THEN '${searchTexts.thousandth}' WHEN n % 20 = 5 THEN '${searchTexts.twentieth}'
               ELSE substr(letters, 7) END AS name,
             substr(letters, 1, 6) || n || '@${searchTexts.all}.org' AS email) AS person`;

const PEOPLE = `
  INSERT INTO analytics.people
    (id, proved_key, name, email, search_text, verified_by, visits, first_at, last_at, networks)
  SELECT (array_agg(id ORDER BY captured_at))[1], proved_key, min(name), min(email), min(search_text), 'code',
         count(*)::int, min(captured_at), max(captured_at), array_agg(DISTINCT ip || '/24')
  FROM analytics.leads
  WHERE verified_by = 'code' AND proved_key NOT IN (SELECT proved_key FROM analytics.people WHERE proved_key IS NOT NULL)
  GROUP BY proved_key`;

/** $1: the version. */
const VIEWINGS = `
  INSERT INTO analytics.viewing_sessions
    (id, command_id, session_ref, lead_id, ip, trailer_id, trailer_seconds, started_at)
  SELECT gen_random_uuid(), gen_random_uuid(), session_ref, id, ip, $1, ${VERSION_SECONDS}, captured_at + interval '1 minute'
  FROM analytics.leads l
  WHERE verified_by = 'code' AND NOT EXISTS (SELECT FROM analytics.viewing_sessions v WHERE v.lead_id = l.id)`;

/**
 * Half of the viewings play all. The others leave at a random time. A third of all play a part again, and a third of
 * those a second one. $1: the version.
 */
const PLAYS = `
  INSERT INTO analytics.viewing_summaries (viewing_session_id, ranges, plays_from, plays_to, watched_seconds)
  SELECT id, jsonb_build_array(jsonb_build_array(0, furthest / 1000.0)),
         (ARRAY[0, again, again / 2])[1:plays], (ARRAY[furthest, least(again + 9000, furthest), again])[1:plays],
         furthest / 1000.0
  FROM (SELECT id, CASE WHEN random() < 0.5 THEN ${VERSION_SECONDS * 1000}
                   ELSE 1000 + (random() * ${VERSION_SECONDS - 1} * 1000)::int END AS furthest,
               CASE WHEN random() < 0.67 THEN 1 WHEN random() < 0.67 THEN 2 ELSE 3 END AS plays, random() AS share
        FROM analytics.viewing_sessions v
        WHERE trailer_id = $1
          AND NOT EXISTS (SELECT FROM analytics.viewing_summaries s WHERE s.viewing_session_id = v.id)) AS viewing,
    LATERAL (SELECT (furthest * share)::int AS again) AS position`;

/** One person in five has left out a part in the middle. $1: the version. */
const WATCHED = `
  INSERT INTO analytics.person_watched (person_id, trailer_id, trailer_seconds, played)
  SELECT p.id, $1, ${VERSION_SECONDS},
         range_agg(int4multirange(int4range(0, s.plays_to[1]))) - CASE WHEN random() < 0.2
           THEN int4multirange(int4range((random() * 40000)::int + 10000, (random() * 40000)::int + 60000)) ELSE '{}' END
  FROM analytics.people p JOIN analytics.leads l ON l.proved_key = p.proved_key
    JOIN analytics.viewing_sessions v ON v.lead_id = l.id
    JOIN analytics.viewing_summaries s ON s.viewing_session_id = v.id
  WHERE v.trailer_id = $1
    AND NOT EXISTS (SELECT FROM analytics.person_watched w WHERE w.person_id = p.id AND w.trailer_id = $1)
  GROUP BY p.id`;

/** One visit in twenty has a flag, and a third of them were dismissed. $1: the version. */
const FLAGS = `
  INSERT INTO analytics.flags (id, kind, lead_id, trailer_id, facts, dismissed_at)
  SELECT gen_random_uuid(), 'copying', v.lead_id, $1, '{"deliveredSeconds": 100, "elapsedSeconds": 20, "seeks": 0}',
         CASE WHEN random() < 0.33 THEN now() END
  FROM analytics.viewing_sessions v
  WHERE v.trailer_id = $1 AND random() < 0.05
  ON CONFLICT DO NOTHING`;

/** Adds people until there are `count` who watched the version, each in two visits. */
export async function seedAudience(owner: Client, trailerId: string, count: number): Promise<void> {
  const sha256 = createHash('sha256').update(TERMS).digest('hex');
  await owner.query(
    'INSERT INTO analytics.terms_texts (sha256, version, text) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [sha256, 'bench', TERMS],
  );
  const { rows } = await owner.query<{ known: number }>(
    'SELECT count(*)::int AS known FROM analytics.people WHERE proved_key IS NOT NULL',
  );
  await owner.query(LEADS, [(rows[0]?.known ?? 0) + 1, count, sha256]);
  await owner.query(PEOPLE);
  for (const statement of [VIEWINGS, PLAYS, WATCHED, FLAGS]) await owner.query(statement, [trailerId]);
  await owner.query('VACUUM ANALYZE');
}
