import { Injectable } from '@nestjs/common';
import { limits } from '@secure-preview/contracts';
import { DataSource, QueryFailedError } from 'typeorm';
import type { LeadOrder, NewLead, StoredLead } from '../lead.js';
import { type LeadCount, LeadRepository, type LeadSelection } from '../lead.repository.js';
import { containing, searchTextOf } from '../search-text.js';

/** SQLSTATE of a reference to a row that is not there; a lead refers to its terms only. */
const FOREIGN_KEY_VIOLATION = '23503';

/** What each order compares; the id decides between equals, so that pages neither repeat nor skip. */
const orders: Record<LeadOrder, { column: string; type: string; descending: boolean }> = {
  newest: { column: 'captured_at', type: 'timestamptz', descending: true },
  oldest: { column: 'captured_at', type: 'timestamptz', descending: false },
  name: { column: 'name', type: 'text', descending: false },
  email: { column: 'email', type: 'text', descending: false },
};

const EXACT_TOTAL = limits.leadsPage.exactTotal;

const MATCHES = '($1::text IS NULL OR search_text LIKE $1)';
const patternOf = (search: string | undefined) => (search === undefined ? null : containing(search));

@Injectable()
export class PostgresLeadRepository extends LeadRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async keepTerms(sha256: string, version: string, text: string): Promise<void> {
    await this.dataSource.query(
      'INSERT INTO analytics.terms_texts (sha256, version, text) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [sha256, version, text],
    );
  }

  async keep(lead: NewLead, commandId: string): Promise<string | undefined> {
    const { id, name, email, ip, userAgent, sessionRef, termsSha256 } = lead;
    try {
      const rows: unknown[] = await this.dataSource.query(
        `INSERT INTO analytics.leads
           (id, command_id, name, email, search_text, ip, user_agent, session_ref, terms_sha256)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (command_id) DO NOTHING RETURNING id`,
        [id, commandId, name, email, searchTextOf(lead), ip, userAgent, sessionRef, termsSha256],
      );
      if (rows.length === 1) return id;
    } catch (error) {
      const { code } = error instanceof QueryFailedError ? (error.driverError as { code?: string }) : {};
      if (code === FOREIGN_KEY_VIOLATION) return undefined;
      throw error;
    }
    const first: { id: string }[] = await this.dataSource.query(
      'SELECT id FROM analytics.leads WHERE command_id = $1',
      [commandId],
    );
    return first[0]?.id;
  }

  async select({ order, limit, after, search }: LeadSelection): Promise<StoredLead[] | undefined> {
    const { column, type, descending } = orders[order];
    const parameters: unknown[] = [patternOf(search), limit];
    let place = '';
    if (after !== undefined) {
      // As text: a JavaScript date would lose the microseconds.
      const [last]: { value: string }[] = await this.dataSource.query(
        `SELECT ${column}::text AS value FROM analytics.leads WHERE id = $1`,
        [after],
      );
      if (!last) return undefined;
      parameters.push(last.value, after);
      place = `AND (${column}, id) ${descending ? '<' : '>'} ($3::${type}, $4::uuid)`;
    }
    const direction = descending ? 'DESC' : 'ASC';
    return this.dataSource.query(
      `SELECT id, name, email, ip AS "ipAddress", verified_by AS "verifiedBy",
              to_char(captured_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "capturedAt"
       FROM analytics.leads WHERE ${MATCHES} ${place}
       ORDER BY ${column} ${direction}, id ${direction} LIMIT $2`,
      parameters,
    );
  }

  async count(search: string | undefined): Promise<LeadCount> {
    const pattern = patternOf(search);
    const [row]: { total: number }[] = await this.dataSource.query(
      `SELECT count(*)::int AS total FROM (SELECT FROM analytics.leads WHERE ${MATCHES} LIMIT $2) AS counted`,
      [pattern, EXACT_TOTAL + 1],
    );
    const total = row?.total ?? 0;
    if (total <= EXACT_TOTAL) return { total, estimated: false };
    return { total: Math.max(total, await this.#planned(pattern)), estimated: true };
  }

  async isKnown(id: string): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query('SELECT FROM analytics.leads WHERE id = $1', [id]);
    return rows.length === 1;
  }

  /** Rows that the planner expects, which it works out from the table's present size and its statistics. */
  async #planned(pattern: string | null): Promise<number> {
    const [row]: { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }[] = await this.dataSource.query(
      `EXPLAIN (FORMAT JSON) SELECT FROM analytics.leads WHERE ${MATCHES}`,
      [pattern],
    );
    return row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
  }
}
