import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Watcher } from '../access.js';
import { AccessLogRepository } from '../access-log.repository.js';

@Injectable()
export class PostgresAccessLogRepository extends AccessLogRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async add({ sessionRef, leadId, ip, userAgent }: Watcher, commandId: string): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO analytics.access_log (command_id, session_ref, lead_id, ip, user_agent)
       VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
      [commandId, sessionRef, leadId, ip, userAgent],
    );
  }
}
