import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A small copy of an image of the gate, for mails. media-service inserts it. */
@Entity('images', { schema: 'outbox' })
export class MailImageEntity {
  /** Id of the image of the gate. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text', { name: 'content_type' })
  contentType!: string;

  @Column('bytea')
  content!: Buffer;

  @Column('integer')
  width!: number;

  @Column('integer')
  height!: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
