import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The union of what a lead was sent of a trailer, derived from its deliveries of whole pictures. */
@Entity('delivery_summaries')
export class DeliverySummaryEntity {
  @PrimaryColumn('uuid', { name: 'lead_id' })
  leadId!: string;

  @PrimaryColumn('uuid', { name: 'trailer_id' })
  trailerId!: string;

  /** Null if unknown. */
  @Column('double precision', { name: 'trailer_seconds', nullable: true })
  trailerSeconds!: number | null;

  /** Milliseconds of the trailer. */
  @Column('int4multirange')
  played!: string;

  @Column('timestamptz', { name: 'last_at' })
  lastAt!: Date;
}
