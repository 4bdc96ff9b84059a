import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An event that may be reported to the administrator. Services insert it; the notifier decides and marks the row. */
@Entity('alerts', { schema: 'outbox' })
export class AlertEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** Role that inserted the row. */
  @Column('text')
  sender!: string;

  @Column('text', { name: 'idempotency_key' })
  idempotencyKey!: string;

  @Column('text')
  kind!: string;

  /** Null if the event concerns nobody. */
  @Column('text', { name: 'person_key', nullable: true })
  personKey!: string | null;

  @Column('jsonb')
  ids!: unknown;

  /** Names and texts. */
  @Column('jsonb')
  details!: unknown;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('text')
  state!: string;

  @Column('timestamptz', { name: 'settled_at', nullable: true })
  settledAt!: Date | null;
}
