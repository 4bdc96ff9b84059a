import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A change of the address of webhooks. auth-service inserts it. */
@Entity('webhook_endpoints', { schema: 'outbox' })
export class WebhookEndpointEntity {
  @PrimaryColumn('bigint')
  id!: string;

  /** Null if the address was removed. */
  @Column('uuid', { name: 'endpoint_id', nullable: true })
  endpointId!: string | null;

  @Column('timestamptz')
  at!: Date;
}
