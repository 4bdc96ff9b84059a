import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { UploadKind, UploadTicket } from '../upload-ticket.js';
import { UploadTicketRepository } from '../upload-ticket.repository.js';

const COLUMNS = 'object_key AS "objectKey", kind, address';

@Injectable()
export class PostgresUploadTicketRepository extends UploadTicketRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  issue(ticket: UploadTicket, commandId: string): Promise<UploadTicket> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [commandId]);
      const [earlier] = await manager.query<UploadTicket[]>(
        `SELECT ${COLUMNS} FROM upload_ticket WHERE command_id = $1`,
        [commandId],
      );
      if (earlier) return earlier;
      await manager.query(
        `INSERT INTO stored_object (key, delete_after) VALUES ($1, clock_timestamp() + interval '1 day')`,
        [ticket.objectKey],
      );
      await manager.query(
        'INSERT INTO upload_ticket (object_key, command_id, kind, address) VALUES ($1, $2, $3, $4)',
        [ticket.objectKey, commandId, ticket.kind, ticket.address],
      );
      return ticket;
    });
  }

  async find(kind: UploadKind, address: string): Promise<UploadTicket | undefined> {
    const [ticket] = await this.dataSource.query<UploadTicket[]>(
      `SELECT ${COLUMNS} FROM upload_ticket WHERE kind = $1 AND address = $2`,
      [kind, address],
    );
    return ticket;
  }
}
