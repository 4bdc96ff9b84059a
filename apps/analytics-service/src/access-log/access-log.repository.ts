import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Watcher } from './access.js';
import { AccessLogEntity } from './access-log.entity.js';

@Injectable()
export class AccessLogRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Adds a line, unless this session already has a line in this minute, or this command has added one. */
  async add({ sessionRef, leadId, ip, userAgent }: Watcher, commandId: string): Promise<void> {
    await this.dataSource
      .getRepository(AccessLogEntity)
      .createQueryBuilder()
      .insert()
      .values({ commandId, sessionRef, leadId, ip, userAgent })
      .orIgnore()
      .execute();
  }
}
