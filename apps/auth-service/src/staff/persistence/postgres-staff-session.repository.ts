import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type StaffSession, StaffSessionRepository } from '../staff-session.repository.js';

@Injectable()
export class PostgresStaffSessionRepository extends StaffSessionRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async record({ sessionRef, ip, userAgent }: StaffSession): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO auth.staff_sessions (session_ref, ip, user_agent) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING`,
      [sessionRef, ip, userAgent],
    );
  }
}
