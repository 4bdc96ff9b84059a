import { Injectable } from '@nestjs/common';
import { DataSource, QueryFailedError } from 'typeorm';
import type { LeadEvidence, NewLead, StoredLead } from '../lead.js';
import { type LeadPage, LeadRepository, type LeadSelection } from '../lead.repository.js';
import { searchTextOf } from '../search-text.js';
import { STORED } from './lead-columns.js';
import { listLeads } from './lead-list.js';

/** SQLSTATE of a reference to a missing row; the terms are the only reference of a lead. */
const FOREIGN_KEY_VIOLATION = '23503';

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

  list(selection: LeadSelection): Promise<LeadPage | undefined> {
    return listLeads(this.dataSource, selection);
  }

  evidence(after: StoredLead | undefined, limit: number): Promise<LeadEvidence[]> {
    // Compares with values, not with a subquery, so that Postgres can use the index.
    const position = after === undefined ? '' : 'WHERE (l.captured_at, l.id) > ($2::timestamptz, $3::uuid)';
    return this.dataSource.query(
      `SELECT ${STORED}, l.user_agent AS "userAgent", t.version AS "termsVersion", t.sha256 AS "termsSha256"
       FROM analytics.leads l JOIN analytics.terms_texts t ON t.sha256 = l.terms_sha256
       ${position} ORDER BY l.captured_at, l.id LIMIT $1`,
      after === undefined ? [limit] : [limit, after.capturedAt, after.id],
    );
  }

  async isKnown(id: string): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query('SELECT FROM analytics.leads WHERE id = $1', [id]);
    return rows.length === 1;
  }
}
