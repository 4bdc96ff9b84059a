import type { DataSource } from 'typeorm';
import type { LeadOrder, StoredLead } from '../lead.js';
import { containing, foldForSearch } from '../search-text.js';
import { type CursorPosition, orderSql, positionParameters, STORED } from './lead-columns.js';

/** Query for a page of matches, shared by all ways to find one. */
export interface PageOfSearch {
  readonly order: LeadOrder;
  readonly limit: number;
  readonly position: CursorPosition | undefined;
  readonly search: string;
}

/**
 * Finds candidates with the index of letters and pairs of letters, then compares the whole text.
 * `search_parts` returns letters first, then pairs. Pairs contain their letters, so only pairs are looked up
 * unless the search is a single letter. Searches of one or two letters are answered by the index alone. Does
 * not use LIKE: the planner would search by trigrams and compute the parts of every row found.
 */
const MATCHES = `analytics.search_parts(search_text) @>
  (analytics.search_parts($1))[CASE WHEN char_length($1) > 1 THEN char_length($1) + 1 ELSE 1 END:]
  AND (char_length($1) < 3 OR strpos(search_text, $1) > 0)`;

/**
 * Finds at most `most` matches and sorts them. The cost depends on the number of matches, not on their
 * positions. MATERIALIZED keeps the planner from walking through all leads in order, which assumes that
 * matches are evenly distributed.
 *
 * @returns the page, which is correct if no more than `most` leads match, and the number of matches found
 */
export async function sortMatches(
  db: DataSource,
  { order, limit, position, search }: PageOfSearch,
  most: number,
): Promise<{ leads: StoredLead[]; found: number }> {
  const { column, by, behind } = orderSql(order);
  const rows: (StoredLead & { found: number })[] = await db.query(
    `WITH matches AS MATERIALIZED (
       SELECT id, ${column} FROM analytics.leads WHERE ${MATCHES} LIMIT $2),
     page AS (SELECT id FROM matches WHERE ${behind(position, 4)} ORDER BY ${by} LIMIT $3)
     SELECT ${STORED}, counted.found
     FROM (SELECT count(*)::int AS found FROM matches) AS counted
       LEFT JOIN (page JOIN analytics.leads l USING (id)) ON true
     ORDER BY l.${by.replace(', id', ', l.id')}`,
    [foldForSearch(search), most, limit, ...positionParameters(position)],
  );
  const found = rows[0]?.found ?? 0;
  // An empty page is one row with the number of matches and without a lead.
  const leads = rows.filter(({ id }) => id !== null).map(({ found: _, ...lead }) => lead);
  return { leads, found };
}

/**
 * Sorts all matches after the position, however many there are, without counting them. The cost is that of
 * reading them. With the index of the order, Postgres would walk through all leads.
 */
export function sortAllMatches(
  db: DataSource,
  { order, limit, position, search }: PageOfSearch,
): Promise<StoredLead[]> {
  const { column, by, bySorting, behind } = orderSql(order);
  return db.query(
    `SELECT ${STORED}
     FROM (SELECT id FROM analytics.leads WHERE ${MATCHES} AND ${behind(position, 3, `greatest(${column})`)}
           ORDER BY ${bySorting} LIMIT $2) AS page
       JOIN analytics.leads l USING (id)
     ORDER BY l.${by.replace(', id', ', l.id')}`,
    [foldForSearch(search), limit, ...positionParameters(position)],
  );
}

/** Walks through at most `most` leads in order and returns those that match. Fast when many leads match. */
export function walk(
  db: DataSource,
  { order, limit, position, search }: PageOfSearch,
  most: number,
): Promise<StoredLead[]> {
  const { by, behind } = orderSql(order);
  return db.query(
    `SELECT ${STORED}
     FROM (SELECT * FROM analytics.leads WHERE ${behind(position, 4)} ORDER BY ${by} LIMIT $3) AS l
     WHERE search_text LIKE $1 ORDER BY ${by} LIMIT $2`,
    [containing(search), limit, most, ...positionParameters(position)],
  );
}
