import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The delivery of an event to one webhook. Services and the notifier insert it; the notifier delivers it and marks the row. */
@Entity('webhook_deliveries', { schema: 'outbox' })
export class WebhookDeliveryEntity {
  /** Also the id sent to the receiver, the same for each attempt. */
  @PrimaryColumn('uuid', { insert: false })
  id!: string;

  /** Role that inserted the row. */
  @Column({ type: 'text', insert: false })
  sender!: string;

  @Column('text', { name: 'idempotency_key' })
  idempotencyKey!: string;

  @Column('uuid', { name: 'endpoint_id' })
  endpointId!: string;

  @Column('integer', { name: 'endpoint_generation' })
  endpointGeneration!: number;

  @Column('text')
  url!: string;

  @Column('text', { name: 'event_type' })
  eventType!: string;

  @Column('jsonb')
  data!: unknown;

  @Column({ type: 'timestamptz', name: 'created_at', insert: false })
  createdAt!: Date;

  @Column({ type: 'text', insert: false })
  state!: string;

  /** Code of the last failure. */
  @Column({ type: 'text', nullable: true, insert: false })
  reason!: string | null;

  /** Answer of the receiver, or the error of the connection. */
  @Column({ type: 'text', nullable: true, insert: false })
  detail!: string | null;

  @Column({ type: 'integer', insert: false })
  attempts!: number;

  @Column({ type: 'timestamptz', name: 'next_attempt_at', insert: false })
  nextAttemptAt!: Date;

  @Column({ type: 'timestamptz', name: 'lease_until', nullable: true, insert: false })
  leaseUntil!: Date | null;

  @Column({ type: 'timestamptz', name: 'finished_at', nullable: true, insert: false })
  finishedAt!: Date | null;
}
