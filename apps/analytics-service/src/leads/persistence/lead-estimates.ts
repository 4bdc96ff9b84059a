import type { DataSource } from 'typeorm';
import { containing } from '../search-text.js';

/** Numbers of leads estimated from database statistics; 0 if there are none yet. */
export interface Estimates {
  /** All leads. */
  readonly all: number;
  /** Leads that match the search. */
  readonly matching: number;
}

/** Returns the number of rows that the planner expects, from the current table size and statistics. */
async function planned(db: DataSource, where: string, parameters: unknown[]): Promise<number> {
  const [row]: { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }[] = await db.query(
    `EXPLAIN (FORMAT JSON) SELECT FROM analytics.leads WHERE ${where}`,
    parameters,
  );
  return row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

/** Leads whose text is in the sample of the statistics (`SET STATISTICS` in the migrations). */
const SAMPLE = 1000;

/** Returns whether more than `number` leads match, with a margin of three standard errors of the sample. */
export function surelyExceeds({ all, matching }: Estimates, number: number): boolean {
  const found = all > 0 ? (SAMPLE * matching) / all : 0;
  return found > 0 && matching * (1 - 3 / Math.sqrt(found)) > number;
}

export async function estimate(db: DataSource, search: string | undefined): Promise<Estimates> {
  const [table]: { known: boolean }[] = await db.query(
    `SELECT reltuples > 0 AS known FROM pg_class WHERE oid = 'analytics.leads'::regclass`,
  );
  if (!table?.known) return { all: 0, matching: 0 };
  const all = await planned(db, 'true', []);
  const matching =
    search === undefined ? all : await planned(db, 'search_text LIKE $1', [containing(search)]);
  return { all, matching };
}
