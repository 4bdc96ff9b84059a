import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type ShutOut, type ShutOutChange, ShutOutRepository } from '../shut-out.repository.js';

const CURRENT = `SELECT DISTINCT ON (lead_id) lead_id AS "leadId", shut_out AS "shutOut", id::float8 AS version
                 FROM auth.shut_outs`;
const NEWEST_FIRST = 'ORDER BY lead_id, id DESC';

@Injectable()
export class PostgresShutOutRepository extends ShutOutRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  change({ leadId, shutOut, by }: ShutOutChange, commandId: string): Promise<ShutOut> {
    return this.dataSource.transaction(async (db) => {
      // Changes of one lead come one after the other, so that their ids are in the order of their commits.
      await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`shut-out ${leadId}`]);
      const before = await currentOf(db, leadId);
      if ((before?.shutOut ?? false) !== shutOut) {
        await db.query(
          `INSERT INTO auth.shut_outs (command_id, lead_id, shut_out, by_session) VALUES ($1, $2, $3, $4)
           ON CONFLICT DO NOTHING`,
          [commandId, leadId, shutOut, by],
        );
      }
      return (await currentOf(db, leadId)) ?? { leadId, shutOut: false, version: 0 };
    });
  }

  async among(leadIds: readonly string[]): Promise<string[]> {
    const rows: ShutOut[] = await this.dataSource.query(
      `${CURRENT} WHERE lead_id = ANY($1::uuid[]) ${NEWEST_FIRST}`,
      [leadIds],
    );
    return rows.filter(({ shutOut }) => shutOut).map(({ leadId }) => leadId);
  }

  all(): Promise<ShutOut[]> {
    return this.dataSource.query(`${CURRENT} ${NEWEST_FIRST}`);
  }
}

async function currentOf(db: EntityManager, leadId: string): Promise<ShutOut | undefined> {
  const rows: ShutOut[] = await db.query(`${CURRENT} WHERE lead_id = $1 ${NEWEST_FIRST}`, [leadId]);
  return rows[0];
}
