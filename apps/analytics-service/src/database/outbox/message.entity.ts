import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mail. Services and the notifier insert it; the notifier sends it and marks the row. */
@Entity('messages', { schema: 'outbox' })
export class MessageEntity {
  @PrimaryColumn('uuid', { insert: false })
  id!: string;

  /** Role that inserted the row. */
  @Column({ type: 'text', insert: false })
  sender!: string;

  @Column('text', { name: 'idempotency_key' })
  idempotencyKey!: string;

  @Column('text')
  kind!: string;

  @Column('smallint')
  priority!: number;

  @Column('text')
  recipient!: string;

  @Column('text')
  language!: string;

  @Column('jsonb')
  payload!: unknown;

  @Column({ type: 'timestamptz', name: 'created_at', insert: false })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column({ type: 'text', insert: false })
  state!: string;

  /** Code of the last failure. */
  @Column({ type: 'text', nullable: true, insert: false })
  reason!: string | null;

  /** Answer of the server, or the error of the connection. */
  @Column({ type: 'text', nullable: true, insert: false })
  detail!: string | null;

  @Column({ type: 'integer', insert: false })
  attempts!: number;

  @Column({ type: 'timestamptz', name: 'next_attempt_at', insert: false })
  nextAttemptAt!: Date;

  @Column({ type: 'timestamptz', name: 'attempted_at', nullable: true, insert: false })
  attemptedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'lease_until', nullable: true, insert: false })
  leaseUntil!: Date | null;

  @Column({ type: 'boolean', name: 'data_ended', insert: false })
  dataEnded!: boolean;

  @Column({ type: 'text', name: 'message_id', nullable: true, insert: false })
  messageId!: string | null;

  @Column({ type: 'timestamptz', name: 'finished_at', nullable: true, insert: false })
  finishedAt!: Date | null;
}
