import { createHash } from 'node:crypto';
import { selectRows } from '@secure-preview/embedded';
import type { Client } from 'pg';
import { z } from 'zod';

const TERMS = 'I accept.';
const TRAILER = '7c4bdf6e-3a3c-4f5e-9c1b-4a0a4a5f1c11';

/** Texts in the seeded leads for searches, and their share of all leads. */
export const searchTexts = {
  /** Occurs in every e-mail. */
  all: 'example',
  /** Occur in some names only. */
  someTwentieth: 'wo',
  someThousandth: 'zj',
  /** Occurs only in the e-mails of the oldest leads, of which there are too many for an exact count. */
  oldest: 'campaign',
  oldestShare: 0.02,
  chinese: '王',
  cyrillic: 'иван',
  noMatch: 'nobody at all',
  noTwoLetters: 'qq',
  noLetter: 'q',
} as const;

/** Names without the letters f, j, q, w, y and z; one in ten in another script. */
const LEADS_QUERY = `
  SELECT n, word || n || CASE WHEN n <= $1 * ${searchTexts.oldestShare} THEN '+${searchTexts.oldest}' ELSE '' END
           || '@${searchTexts.all}.org' AS email,
         CASE n % 40
           WHEN 0 THEN '${searchTexts.chinese}' || chr(x'4e00'::int + n % 20000) || chr(x'4e00'::int + n * 7 % 20000)
           WHEN 1 THEN '${searchTexts.cyrillic} ' || chr(x'430'::int + n % 32) || chr(x'430'::int + n / 32 % 32) || 'ов'
           WHEN 2 THEN chr(x'ac00'::int + n % 11172) || chr(x'ac00'::int + n * 7 % 11172)
           WHEN 3 THEN 'αλεξ ' || chr(x'3b1'::int + n % 17) || chr(x'3b1'::int + n / 17 % 17) || 'ίδη'
           ELSE word || ' ' || CASE WHEN n % 20 = 5 THEN '${searchTexts.someTwentieth}' ELSE '' END
             || CASE WHEN n % 1000 = 7 THEN '${searchTexts.someThousandth}' ELSE '' END || surname
         END AS name
  FROM generate_series(1, $1) AS n,
    LATERAL (SELECT translate(substr(md5((n % 5000)::text), 1, 7), '0123456789abcdef', 'aeioulnrstmkbdvh') AS word,
                    translate(substr(md5(n::text), 1, 9), '0123456789abcdef', 'aeioulnrstmkbdvh') AS surname) AS words`;

/** Fills the tables with leads of two years. Half of them have watched the trailer. */
export async function seedLeads(owner: Client, count: number): Promise<void> {
  const sha256 = createHash('sha256').update(TERMS).digest('hex');
  await owner.query('INSERT INTO analytics.terms_texts (sha256, version, text) VALUES ($1, $2, $3)', [
    sha256,
    'bench',
    TERMS,
  ]);
  await withoutIndexes(owner, 'leads', async () => {
    await owner.query(
      `INSERT INTO analytics.leads
         (id, command_id, name, email, search_text, ip, session_ref, terms_sha256, captured_at)
       SELECT gen_random_uuid(), gen_random_uuid(), initcap(name), email, name || E'\\n' || email, '203.0.113.1',
              gen_random_uuid(), $2, now() - interval '2 years' + n * interval '2 years' / $1
       FROM (${LEADS_QUERY}) AS people`,
      [count, sha256],
    );
  });
  await owner.query(
    `INSERT INTO analytics.watched_summaries
       (lead_id, trailer_id, trailer_seconds, ranges, watched_seconds, played_at)
     SELECT id, $1, 120, '[[0, 30], [45, 60.5]]', 45.5, now() FROM analytics.leads WHERE get_byte(uuid_send(id), 0) < 128`,
    [TRAILER],
  );
  await owner.query('VACUUM ANALYZE');
}

/**
 * Drops the indexes, fills the table and creates the indexes again. This takes a fraction of the time of filling an
 * indexed table.
 */
async function withoutIndexes(owner: Client, table: string, fill: () => Promise<void>): Promise<void> {
  const rows = await selectRows(
    owner,
    z.object({ name: z.string(), definition: z.string() }),
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i WHERE i.indrelid = $1::regclass
       AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [`analytics.${table}`],
  );
  for (const { name } of rows) await owner.query(`DROP INDEX ${name}`);
  await fill();
  await owner.query("SET maintenance_work_mem = '512MB'");
  for (const { definition } of rows) await owner.query(definition);
}
