import type { DataSource } from 'typeorm';
import type { LeadOrder, StoredLead } from '../lead.js';
import { containing, foldForSearch } from '../search-text.js';
import { type CursorPosition, orderSql, positionParameters, STORED } from './lead-columns.js';

/** What is asked of both ways to find a page. */
export interface PageOfSearch {
  readonly order: LeadOrder;
  readonly limit: number;
  readonly position: CursorPosition | undefined;
  readonly search: string;
}

/**
 * By the index of letters and pairs, then the whole text. As numbers a text's pairs come behind its letters, which they
 * hold already: those alone are asked for, unless there is but one letter. Not LIKE: the planner would look for that by
 * trigrams, and work out the parts of all that it finds. A letter or a pair is a part itself, so the index has said it all.
 */
const MATCHES = `analytics.search_parts(search_text) @>
  (analytics.search_parts($1))[CASE WHEN char_length($1) > 1 THEN char_length($1) + 1 ELSE 1 END:]
  AND (char_length($1) < 3 OR strpos(search_text, $1) > 0)`;

/**
 * Finds all that match, `most` at most, and sorts them. What it costs depends on how many match, and not on where they
 * lie. Materialized: else the planner may walk through all leads in their order, trusting that matches lie evenly.
 *
 * @returns the page, which is right when no more than `most` match; and how many were found
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
  // Beside the number of those found there is one row without a lead where the page is empty.
  const leads = rows.filter(({ id }) => id !== null).map(({ found: _, ...lead }) => lead);
  return { leads, found };
}

/**
 * Sorts all matches behind the position, however many they are, and counts none. What it costs is reading them; planned by
 * the order's index it would be a walk through all leads.
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

/** Walks through the leads in their order and looks at `most` of them. Good where many match. */
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
