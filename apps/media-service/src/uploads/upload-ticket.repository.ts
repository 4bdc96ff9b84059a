import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { execute } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import { StoredObjectEntity } from '../storage/stored-object.entity.js';
import { IN_A_DAY } from '../storage/stored-object.queries.js';
import { UploadTicketEntity } from './upload-ticket.entity.js';
import type { UploadKind, UploadTicket } from './upload-ticket.js';

@Injectable()
export class UploadTicketRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Stores a ticket and a row for its object. A repeated command returns its first ticket. */
  issue({ objectKey, kind, address }: UploadTicket, commandId: string): Promise<UploadTicket> {
    return this.dataSource.transaction(async (manager) => {
      await execute(manager, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [commandId]);
      const existing = await manager.findOneBy(UploadTicketEntity, { commandId });
      if (existing) return existing;
      await manager.insert(StoredObjectEntity, { key: objectKey, deleteAfter: () => IN_A_DAY });
      await manager.insert(UploadTicketEntity, { objectKey, commandId, kind, address });
      return { objectKey, kind, address };
    });
  }

  /** Returns the ticket of a kind with exactly this origin and path. */
  async find(kind: UploadKind, address: string): Promise<UploadTicket | undefined> {
    return (await this.dataSource.manager.findOneBy(UploadTicketEntity, { kind, address })) ?? undefined;
  }
}
