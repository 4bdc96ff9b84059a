import { Injectable } from '@nestjs/common';
import { DataSource, QueryFailedError } from 'typeorm';
import type { LeadOrder, NewLead, StoredLead } from '../lead.js';
import { LeadRepository, type LeadSelection } from '../lead.repository.js';

/** SQLSTATE of a reference to a row that is not there. */
const FOREIGN_KEY_VIOLATION = '23503';

const orders: Record<
  LeadOrder,
  { column: string; type: string; direction: 'ASC' | 'DESC'; beyond: '>' | '<' }
> = {
  newest: { column: 'captured_at', type: 'timestamptz', direction: 'DESC', beyond: '<' },
  oldest: { column: 'captured_at', type: 'timestamptz', direction: 'ASC', beyond: '>' },
  name: { column: 'name', type: 'text', direction: 'ASC', beyond: '>' },
  email: { column: 'email', type: 'text', direction: 'ASC', beyond: '>' },
};

/** `search` as a LIKE pattern that finds it literally anywhere. */
const pattern = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;
const MATCHES = '(name ILIKE $1 OR email ILIKE $1)';

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
        `INSERT INTO analytics.leads (id, command_id, name, email, ip, user_agent, session_ref, terms_sha256)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (command_id) DO NOTHING RETURNING id`,
        [id, commandId, name, email, ip, userAgent, sessionRef, termsSha256],
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

  select({ order, limit, after, search }: LeadSelection): Promise<StoredLead[]> {
    const { column, type, direction, beyond } = orders[order];
    const parameters: unknown[] = [];
    const conditions: string[] = [];
    if (search !== undefined) {
      parameters.push(pattern(search));
      conditions.push(MATCHES);
    }
    if (after) {
      parameters.push(after.value, after.id);
      const [value, id] = [parameters.length - 1, parameters.length];
      conditions.push(`(${column}, id) ${beyond} ($${value}::${type}, $${id}::uuid)`);
    }
    parameters.push(limit);
    return this.dataSource.query(
      `SELECT id, name, email, ip AS "ipAddress", verified_by AS "verifiedBy",
              to_char(captured_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "capturedAt"
       FROM analytics.leads ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
       ORDER BY ${column} ${direction}, id ${direction} LIMIT $${parameters.length}`,
      parameters,
    );
  }

  async count(search: string | undefined): Promise<number> {
    const rows: { count: string }[] =
      search === undefined
        ? await this.dataSource.query('SELECT count(*) FROM analytics.leads')
        : await this.dataSource.query(`SELECT count(*) FROM analytics.leads WHERE ${MATCHES}`, [
            pattern(search),
          ]);
    return Number(rows[0]?.count ?? 0);
  }
}
