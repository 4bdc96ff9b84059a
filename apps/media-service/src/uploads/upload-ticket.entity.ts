import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UploadKind } from './upload-ticket.js';

/** A URL that was issued for one upload. */
@Entity('upload_tickets', { schema: 'media' })
export class UploadTicketEntity {
  @PrimaryColumn('text', { name: 'object_key' })
  objectKey!: string;

  @Column('text', { name: 'command_id' })
  commandId!: string;

  @Column('text')
  kind!: UploadKind;

  /** Origin and path exactly as issued. */
  @Column('text')
  address!: string;

  @Column({ type: 'timestamptz', name: 'issued_at', insert: false, update: false })
  issuedAt!: Date;
}
