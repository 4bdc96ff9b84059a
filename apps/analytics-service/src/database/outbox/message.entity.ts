import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mail. Services insert it; the notifier sends it and marks the row. */
@Entity('messages', { schema: 'outbox' })
export class MessageEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** Role that inserted the row. */
  @Column('text')
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

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('text')
  state!: string;

  /** Code of the last failure. */
  @Column('text', { nullable: true })
  reason!: string | null;

  /** Answer of the server, or the error of the connection. */
  @Column('text', { nullable: true })
  detail!: string | null;

  @Column('integer')
  attempts!: number;

  @Column('timestamptz', { name: 'next_attempt_at' })
  nextAttemptAt!: Date;

  @Column('timestamptz', { name: 'attempted_at', nullable: true })
  attemptedAt!: Date | null;

  @Column('timestamptz', { name: 'lease_until', nullable: true })
  leaseUntil!: Date | null;

  @Column('boolean', { name: 'data_ended' })
  dataEnded!: boolean;

  @Column('text', { name: 'message_id', nullable: true })
  messageId!: string | null;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt!: Date | null;
}
