import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type EndedVisit, EndedVisitRepository, type VisitChange } from '../ended-visit.repository.js';

const CURRENT = `SELECT DISTINCT ON (lead_id) lead_id AS "leadId", ended AS "ended", id::float8 AS version
                 FROM auth.ended_visits`;
const NEWEST_FIRST = 'ORDER BY lead_id, id DESC';

@Injectable()
export class PostgresEndedVisitRepository extends EndedVisitRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  change({ leadId, ended, by }: VisitChange, commandId: string): Promise<EndedVisit> {
    return this.dataSource.transaction(async (db) => {
      // Serialises changes of one lead, so that their ids are in the order of their commits.
      await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`visit ${leadId}`]);
      const before = await currentOf(db, leadId);
      if ((before?.ended ?? false) !== ended) {
        await db.query(
          `INSERT INTO auth.ended_visits (command_id, lead_id, ended, by_session) VALUES ($1, $2, $3, $4)
           ON CONFLICT DO NOTHING`,
          [commandId, leadId, ended, by],
        );
      }
      return (await currentOf(db, leadId)) ?? { leadId, ended: false, version: 0 };
    });
  }

  async among(leadIds: readonly string[]): Promise<string[]> {
    const rows: EndedVisit[] = await this.dataSource.query(
      `${CURRENT} WHERE lead_id = ANY($1::uuid[]) ${NEWEST_FIRST}`,
      [leadIds],
    );
    return rows.filter(({ ended }) => ended).map(({ leadId }) => leadId);
  }

  all(): Promise<EndedVisit[]> {
    return this.dataSource.query(`${CURRENT} ${NEWEST_FIRST}`);
  }
}

async function currentOf(db: EntityManager, leadId: string): Promise<EndedVisit | undefined> {
  const rows: EndedVisit[] = await db.query(`${CURRENT} WHERE lead_id = $1 ${NEWEST_FIRST}`, [leadId]);
  return rows[0];
}
