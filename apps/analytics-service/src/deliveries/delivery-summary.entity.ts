import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The ranges of a trailer that a lead received: the union of its whole video and muxed segments. */
@Entity('delivery_summaries', { schema: 'analytics' })
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

  /** Milliseconds of the trailer: segments of which a part was sent. Only flags count them. */
  @Column('int4multirange')
  parts!: string;

  @Column('timestamptz', { name: 'last_at' })
  lastAt!: Date;
}
