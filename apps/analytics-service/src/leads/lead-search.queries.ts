import type { LeadProof } from '@secure-preview/contracts';
import { queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import type { DataSource } from 'typeorm';
import * as z from 'zod/mini';
import { type StoredLead, storedLead } from './lead.js';
import { LEAD_COLUMNS } from './lead.queries.js';
import { type LeadsAfter, orderSql, positionParameters } from './lead-order.queries.js';
import { proofSql } from './lead-proof.queries.js';
import { containing, foldForSearch } from './search-text.js';

/** Page of the leads that contain a text. */
export interface SearchPage extends LeadsAfter {
  readonly search: string;
}

/**
 * Finds candidates with the index of single characters and bigrams, then compares the whole text.
 * `search_parts` returns characters first, then bigrams. Bigrams contain their characters, so only bigrams are looked
 * up unless the search is a single character. The index alone answers searches of one or two characters.
 */
const MATCHES = `analytics.search_parts(search_text) @>
  (analytics.search_parts($1))[CASE WHEN char_length($1) > 1 THEN char_length($1) + 1 ELSE 1 END:]
  AND (char_length($1) < 3 OR strpos(search_text, $1) > 0)`;

/**
 * Finds all matches and sorts them. The cost depends on the number of matches, not on their positions.
 * MATERIALIZED keeps the planner from scanning all leads in order, which assumes that matches are
 * evenly distributed.
 *
 * @returns the page, and the number of all matches
 */
export async function sortMatches(
  db: DataSource,
  { order, limit, position, search, proof }: SearchPage,
): Promise<{ leads: StoredLead[]; total: number }> {
  const { column, orderBy, isAfter } = orderSql(order);
  const matches = `WITH matches AS MATERIALIZED (
    SELECT id, ${column} FROM analytics.leads WHERE ${MATCHES} AND ${proofSql(proof)})`;
  const row = await queryRow(
    db,
    z.object({ total: z.int(), leads: z.array(storedLead) }),
    `${matches}
     SELECT (SELECT count(*)::int FROM matches) AS total,
            (SELECT coalesce(json_agg(page), '[]') FROM (
               SELECT ${LEAD_COLUMNS}
               FROM (SELECT id FROM matches WHERE ${isAfter(position, 3)} ORDER BY ${orderBy} LIMIT $2) AS found
                 JOIN analytics.leads l USING (id)
               ORDER BY l.${orderBy.replace(', id', ', l.id')}) AS page) AS leads`,
    [foldForSearch(search), limit, ...positionParameters(position)],
  );
  return row ?? { leads: [], total: 0 };
}

/** Scans at most `maxLeads` leads in order and returns the matching ones. Fast when many leads match. */
export function scanInOrder(
  db: DataSource,
  { order, limit, position, search, proof }: SearchPage,
  maxLeads: number,
) {
  const { orderBy, isAfter } = orderSql(order);
  return queryRows(
    db,
    storedLead,
    `SELECT ${LEAD_COLUMNS}
     FROM (SELECT * FROM analytics.leads WHERE ${isAfter(position, 4)} ORDER BY ${orderBy} LIMIT $3) AS l
     WHERE strpos(search_text, $1) > 0 AND ${proofSql(proof)} ORDER BY ${orderBy} LIMIT $2`,
    [foldForSearch(search), limit, maxLeads, ...positionParameters(position)],
  );
}

/**
 * Returns whether Postgres has statistics of the texts. It has none until the first ANALYZE, which follows about
 * a minute after a restore. Until then, the planner expects nearly every lead to match a single letter.
 */
export async function hasTextStatistics(db: DataSource): Promise<boolean> {
  const row = await queryRow(
    db,
    z.object({ found: z.boolean() }),
    `SELECT EXISTS (
       SELECT FROM pg_stats WHERE schemaname = 'analytics' AND tablename = 'leads' AND attname = 'search_text'
     ) AS found`,
  );
  return row?.found ?? false;
}

const queryPlan = z.object({
  'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.int() }) })]),
});

/**
 * Returns how many leads the planner expects to match. It uses its sample of texts and the current table size.
 *
 * @param search finds all leads when empty
 */
export async function expectedMatches(db: DataSource, search = '', proof?: LeadProof): Promise<number> {
  const row = await queryRow(
    db,
    queryPlan,
    `EXPLAIN (FORMAT JSON) SELECT FROM analytics.leads WHERE search_text LIKE $1 AND ${proofSql(proof)}`,
    [containing(search)],
  );
  return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}
