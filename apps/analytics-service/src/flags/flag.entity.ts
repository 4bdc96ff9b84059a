import type { FlagFacts } from '@secure-preview/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sign that a visit copies or shares the film. At most one of a kind, lead and trailer; a dismissed one stays. */
@Entity('flags', { schema: 'analytics' })
export class FlagEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: string;

  @Column('uuid', { name: 'lead_id' })
  leadId!: string;

  /** Null if it is about all trailers. */
  @Column('uuid', { name: 'trailer_id', nullable: true })
  trailerId!: string | null;

  @Column({ type: 'timestamptz', insert: false, update: false })
  at!: Date;

  /** What was seen. */
  @Column('jsonb')
  facts!: FlagFacts;

  @Column({ type: 'timestamptz', name: 'dismissed_at', nullable: true, insert: false })
  dismissedAt!: Date | null;

  /** Claimed name of the administrator who dismissed it; null for gateways of earlier versions. */
  @Column({ type: 'text', name: 'dismissed_by_name', nullable: true, insert: false })
  dismissedByName!: string | null;

  /** Whether the settings asked for an automatic block when it was raised. */
  @Column('boolean', { name: 'wants_block' })
  wantsBlock!: boolean;

  @Column({ type: 'timestamptz', name: 'blocked_at', nullable: true, insert: false })
  blockedAt!: Date | null;
}
