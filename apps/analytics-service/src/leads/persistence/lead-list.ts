import { limits } from '@secure-preview/contracts';
import type { DataSource } from 'typeorm';
import type { LeadOrder, StoredLead } from '../lead.js';
import type { LeadPage, LeadSelection } from '../lead.repository.js';
import { type CursorPosition, orderSql, positionParameters, STORED } from './lead-columns.js';
import { type Estimates, estimate, surelyExceeds } from './lead-estimates.js';
import { type PageOfSearch, sortAllMatches, sortMatches, walk } from './lead-search.js';

const EXACT_TOTAL = limits.leadsPage.exactTotal;
/**
 * Returns how many leads to walk through before sorting the matches instead: the larger of two numbers. The
 * first is twice what evenly distributed matches would need. The second takes a quarter of the time that
 * sorting takes: matches may be clustered, since leads of one name are adjacent. Walking takes 1.2 µs a lead,
 * sorting 1.4 µs a match (ADR 11).
 */
const walkLimit = (limit: number, { all, matching }: Estimates) =>
  Math.ceil(Math.max((2 * limit * all) / matching, 0.3 * matching));
/** Maximum number of matches to sort, unless statistics show that surely more than `EXACT_TOTAL` match. */
const SORTED_AT_ONCE = 50_000;
/** Share of matching leads above which walking through all leads takes less time than sorting the matches. */
const WALKED_SHARE = 0.58;

/** Returns a page of leads; undefined if the lead `selection.after` is unknown. */
export async function listLeads(db: DataSource, selection: LeadSelection): Promise<LeadPage | undefined> {
  const { order, limit, after, search } = selection;
  let position: CursorPosition | undefined;
  if (after !== undefined) {
    position = await positionOf(db, order, after);
    if (position === undefined) return undefined;
  }
  return search === undefined
    ? listAll(db, { order, limit, position })
    : listFound(db, { order, limit, position, search });
}

async function positionOf(db: DataSource, order: LeadOrder, id: string): Promise<CursorPosition | undefined> {
  const { column } = orderSql(order);
  const [last]: { value: string }[] = await db.query(
    `SELECT ${column}::text AS value FROM analytics.leads WHERE id = $1`,
    [id],
  );
  return last && { value: last.value, id };
}

async function listAll(
  db: DataSource,
  { order, limit, position }: Omit<PageOfSearch, 'search'>,
): Promise<LeadPage> {
  const { by, behind } = orderSql(order);
  const page: Promise<StoredLead[]> = db.query(
    `SELECT ${STORED} FROM analytics.leads l WHERE ${behind(position, 2)} ORDER BY ${by} LIMIT $1`,
    [limit, ...positionParameters(position)],
  );
  const [leads, total] = await Promise.all([page, totalOfAll(db)]);
  return { leads, ...total };
}

async function totalOfAll(db: DataSource): Promise<Omit<LeadPage, 'leads'>> {
  const estimates = await estimate(db, undefined);
  const { all } = estimates;
  if (surelyExceeds(estimates, EXACT_TOTAL)) return { total: all, estimated: true };
  const [row]: { total: number }[] = await db.query(
    'SELECT count(*)::int AS total FROM (SELECT FROM analytics.leads LIMIT $1) AS counted',
    [EXACT_TOTAL + 1],
  );
  return totalOf(row?.total ?? 0, all);
}

const totalOf = (counted: number, expected: number) =>
  counted > EXACT_TOTAL
    ? { total: Math.max(counted, expected), estimated: true }
    : { total: counted, estimated: false };

async function listFound(db: DataSource, page: PageOfSearch): Promise<LeadPage> {
  const estimates = await estimate(db, page.search);
  const { all, matching } = estimates;
  if (surelyExceeds(estimates, EXACT_TOTAL)) {
    const near = await walk(db, page, walkLimit(page.limit, estimates));
    const leads = near.length === page.limit ? near : await pageOfDistantMatches(db, page, matching / all);
    return { leads, total: matching, estimated: true };
  }
  const { leads, found } = await sortMatches(db, page, SORTED_AT_ONCE);
  if (found < SORTED_AT_ONCE) return { leads, ...totalOf(found, found) };
  return {
    leads: await pageOfDistantMatches(db, page, all > 0 ? matching / all : 0),
    ...totalOf(found, matching),
  };
}

/**
 * Finds a page whose matches may be far from the position. Matches may be clustered: in the order of names,
 * all names with the same start are adjacent.
 */
async function pageOfDistantMatches(
  db: DataSource,
  page: PageOfSearch,
  share: number,
): Promise<StoredLead[]> {
  if (share > WALKED_SHARE) return walk(db, page, Number.MAX_SAFE_INTEGER);
  return sortAllMatches(db, page);
}
