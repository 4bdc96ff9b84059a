import { limits } from '@secure-preview/contracts';
import { queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import type { DataSource } from 'typeorm';
import * as z from 'zod/mini';
import { type LeadOrder, type LeadPage, type LeadSelection, storedLead } from './lead.js';
import { LEAD_COLUMNS } from './lead.queries.js';
import { type CursorPosition, type LeadsAfter, orderSql, positionParameters } from './lead-order.queries.js';
import { proofSql } from './lead-proof.queries.js';
import {
  expectedMatches,
  hasTextStatistics,
  type SearchPage,
  scanInOrder,
  sortMatches,
} from './lead-search.queries.js';

const EXACT_TOTAL = limits.leadsPage.exactTotal;
/** Above this number of matches, the first leads in order are scanned before all matches are sorted (ADR 11). */
const MAX_SORTED_MATCHES = 2 * EXACT_TOTAL;
/** Leads to scan. They contain enough matches for a page unless matches are unevenly distributed in this order. */
const MAX_SCANNED_LEADS = 10_000;

/** Returns a page of leads; undefined if the lead `selection.after` is unknown. */
export async function listLeads(db: DataSource, selection: LeadSelection): Promise<LeadPage | undefined> {
  const { order, limit, after, search, proof } = selection;
  const position = after === undefined ? undefined : await positionOf(db, order, after);
  if (after !== undefined && position === undefined) return undefined;
  const page = { order, limit, position, proof };
  return search === undefined ? listAll(db, page) : listMatches(db, { ...page, search });
}

async function positionOf(db: DataSource, order: LeadOrder, id: string): Promise<CursorPosition | undefined> {
  return queryRow(
    db,
    z.object({ id: z.uuid(), value: z.string() }),
    `SELECT id, ${orderSql(order).column}::text AS value FROM analytics.leads WHERE id = $1`,
    [id],
  );
}

async function listAll(db: DataSource, { order, limit, position, proof }: LeadsAfter): Promise<LeadPage> {
  const { orderBy, isAfter } = orderSql(order);
  const hasProof = proofSql(proof);
  const page = queryRows(
    db,
    storedLead,
    `SELECT ${LEAD_COLUMNS} FROM analytics.leads l WHERE ${isAfter(position, 2)} AND ${hasProof}
     ORDER BY ${orderBy} LIMIT $1`,
    [limit, ...positionParameters(position)],
  );
  const count = queryRow(
    db,
    z.object({ counted: z.int() }),
    `SELECT count(*)::int AS counted FROM (SELECT FROM analytics.leads WHERE ${hasProof} LIMIT $1) AS leads`,
    [EXACT_TOTAL + 1],
  );
  const [leads, { counted } = { counted: 0 }] = await Promise.all([page, count]);
  if (counted <= EXACT_TOTAL) return { leads, total: counted, estimated: false };
  return { leads, total: Math.max(counted, await expectedMatches(db, '', proof)), estimated: true };
}

async function listMatches(db: DataSource, page: SearchPage): Promise<LeadPage> {
  // Without statistics the estimate is a guess, so all matches are sorted and counted.
  const expected = (await hasTextStatistics(db)) ? await expectedMatches(db, page.search, page.proof) : 0;
  const scanned = expected > MAX_SORTED_MATCHES ? await scanInOrder(db, page, MAX_SCANNED_LEADS) : [];
  if (scanned.length === page.limit) return { leads: scanned, total: expected, estimated: true };
  const { leads, total } = await sortMatches(db, page);
  if (total <= EXACT_TOTAL) return { leads, total, estimated: false };
  // All pages of a search report the same total, whether they were scanned or sorted.
  return { leads, total: expected > MAX_SORTED_MATCHES ? expected : total, estimated: true };
}
