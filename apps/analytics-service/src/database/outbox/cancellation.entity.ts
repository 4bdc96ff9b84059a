import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mail that is no longer sent. Services insert it; the notifier then settles the mail. */
@Entity('cancellations', { schema: 'outbox' })
export class CancellationEntity {
  /** Role that inserted the row: it cancels only its own mails. */
  @PrimaryColumn('text')
  sender!: string;

  /** Key of the mail. */
  @PrimaryColumn('text', { name: 'idempotency_key' })
  idempotencyKey!: string;

  /** Code that the mail gets as its reason. */
  @Column('text')
  reason!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
