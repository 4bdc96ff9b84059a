import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The delivery of an event to one webhook. Services insert it; the notifier delivers it and marks the row. */
@Entity('webhook_deliveries', { schema: 'outbox' })
export class WebhookDeliveryEntity {
  /** Also the id sent to the receiver, the same for each attempt. */
  @PrimaryColumn('uuid')
  id!: string;

  /** Role that inserted the row. */
  @Column('text')
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

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('text')
  state!: string;

  /** Code of the last failure. */
  @Column('text', { nullable: true })
  reason!: string | null;

  /** Answer of the receiver, or the error of the connection. */
  @Column('text', { nullable: true })
  detail!: string | null;

  @Column('integer')
  attempts!: number;

  @Column('timestamptz', { name: 'next_attempt_at' })
  nextAttemptAt!: Date;

  @Column('timestamptz', { name: 'lease_until', nullable: true })
  leaseUntil!: Date | null;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt!: Date | null;
}
