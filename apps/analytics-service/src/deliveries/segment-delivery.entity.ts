import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A segment, or a part of one, that the gateway sent to a lead. The page cannot influence this record. It is never
 * changed. Postgres alone sets both times.
 */
@Entity('segment_deliveries', { schema: 'analytics' })
export class SegmentDeliveryEntity {
  @PrimaryColumn('uuid', { name: 'command_id' })
  commandId!: string;

  /** Index in the command. */
  @PrimaryColumn('integer')
  number!: number;

  @Column('uuid', { name: 'session_ref' })
  sessionRef!: string;

  @Column('uuid', { name: 'lead_id' })
  leadId!: string;

  @Column('text')
  ip!: string;

  @Column('uuid', { name: 'trailer_id' })
  trailerId!: string;

  @Column('uuid', { name: 'rendition_id' })
  renditionId!: string;

  @Column('text')
  kind!: string;

  /** Index of the segment in its rendition, from 1. */
  @Column('integer')
  position!: number;

  /** Milliseconds of the trailer. */
  @Column('int4range')
  played!: string;

  /** False for a part of the segment, and for an interrupted transfer. */
  @Column('boolean')
  whole!: boolean;

  /** Milliseconds between the delivery and its record. */
  @Column('integer', { name: 'ago_ms' })
  agoMs!: number;

  /** Salted hash of the variant that was sent; null if the segment has one. analytics-service does not have the salt. */
  @Column('bytea', { name: 'variant_hash', nullable: true })
  variantHash!: Buffer | null;

  @Column({ type: 'timestamptz', name: 'recorded_at', insert: false, update: false })
  recordedAt!: Date;

  /** Generated: `ago_ms` before `recorded_at`. */
  @Column({ type: 'timestamptz', insert: false, update: false })
  at!: Date;
}
