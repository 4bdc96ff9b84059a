import { Injectable } from '@nestjs/common';
import { execute, type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import * as z from 'zod/mini';
import type { SummaryCheck } from './summary-check.js';

/** Result of a recount of one kind of summary. */
export interface Recount {
  readonly name: string;
  readonly total: number;
  readonly differing: number;
}

/**
 * Tables that reports, deliveries and leads change. While they are locked, summaries cannot change between reading and
 * repair. In the order in which reports and deliveries use them, and in a mode that also waits for row locks, with which
 * reports begin to store: otherwise each would wait for the other.
 */
const SUMMARY_TABLES = [
  'viewing_summaries',
  'watched_summaries',
  'delivery_summaries',
  'people',
  'person_watched',
]
  .map((table) => `analytics.${table}`)
  .join(', ');

async function compare(db: Queryable, { name, total, differing }: SummaryCheck): Promise<Recount> {
  const row = await queryRow(
    db,
    z.object({ total: z.int(), differing: z.int() }),
    `SELECT (${total}) AS total, (SELECT count(*)::int FROM (${differing}) AS differing) AS differing`,
  );
  return { name, total: row?.total ?? 0, differing: row?.differing ?? 0 };
}

@Injectable()
export class RecountRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Compares a kind of summary with what is derived from the evidence, all at one moment. */
  compare(check: SummaryCheck): Promise<Recount> {
    return compare(this.dataSource, check);
  }

  /**
   * Repairs the summaries that differ. Reports and new leads wait meanwhile.
   *
   * @returns what each check found before
   */
  repair(checks: readonly SummaryCheck[]): Promise<Recount[]> {
    return this.dataSource.transaction(async (db) => {
      await execute(db, `LOCK TABLE ${SUMMARY_TABLES} IN EXCLUSIVE MODE`);
      const repaired: Recount[] = [];
      for (const check of checks) {
        repaired.push(await compare(db, check));
        await execute(db, `WITH differing AS MATERIALIZED (${check.differing}) ${check.repair}`);
      }
      return repaired;
    });
  }
}
