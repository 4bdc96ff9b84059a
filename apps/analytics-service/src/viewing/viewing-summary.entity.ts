import type { PlayedRange } from '@secure-preview/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The ranges that a viewing session has played, derived from its events and pending ranges. */
@Entity('viewing_summaries', { schema: 'analytics' })
export class ViewingSummaryEntity {
  @PrimaryColumn('uuid', { name: 'viewing_session_id' })
  viewingSessionId!: string;

  @Column('jsonb')
  ranges!: PlayedRange[];

  /** Ranges reported too soon after the last event. They are written with the next event. */
  @Column('jsonb')
  pending!: PlayedRange[];

  @Column('double precision', { name: 'watched_seconds' })
  watchedSeconds!: number;

  @Column('integer', { name: 'claimed_seconds' })
  claimedSeconds!: number;

  @Column('boolean', { name: 'claimed_completed' })
  claimedCompleted!: boolean;

  @Column('timestamptz', { name: 'last_event_at', nullable: true })
  lastEventAt!: Date | null;

  @Column('timestamptz', { name: 'last_seen_at' })
  lastSeenAt!: Date;
}
