import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type StaffSession, StaffSessionRepository } from '../staff-session.repository.js';

@Injectable()
export class PostgresStaffSessionRepository extends StaffSessionRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async record({ sessionRef, leadId, ip, userAgent }: StaffSession): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO auth.staff_sessions (session_ref, lead_id, ip, user_agent) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      [sessionRef, leadId ?? null, ip, userAgent],
    );
  }

  async leadsAmong(leadIds: readonly string[]): Promise<string[]> {
    const rows: { leadId: string }[] = await this.dataSource.query(
      'SELECT DISTINCT lead_id AS "leadId" FROM auth.staff_sessions WHERE lead_id = ANY($1::uuid[])',
      [leadIds],
    );
    return rows.map(({ leadId }) => leadId);
  }
}
