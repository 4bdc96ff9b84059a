import type { PlayedRange } from '@secure-preview/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NumberedPlay } from './plays.js';

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

  /** Starts of the plays in milliseconds of the trailer, in the order in which they began. */
  @Column('integer', { name: 'plays_from', array: true })
  playsFrom!: number[];

  /** Ends of the same plays. */
  @Column('integer', { name: 'plays_to', array: true })
  playsTo!: number[];

  /** Plays that are new or longer since the last event. They are written with the next event. */
  @Column('jsonb', { name: 'pending_plays' })
  pendingPlays!: NumberedPlay[];

  @Column('double precision', { name: 'watched_seconds' })
  watchedSeconds!: number;

  @Column('integer', { name: 'claimed_seconds' })
  claimedSeconds!: number;

  @Column('boolean', { name: 'claimed_completed' })
  claimedCompleted!: boolean;

  /** Seeks that the player reported. */
  @Column('integer')
  seeks!: number;

  /** Times that the player found its watermark removed or covered. */
  @Column('integer', { name: 'watermark_losses' })
  watermarkLosses!: number;

  @Column('timestamptz', { name: 'last_event_at', nullable: true })
  lastEventAt!: Date | null;

  @Column('timestamptz', { name: 'last_seen_at' })
  lastSeenAt!: Date;
}
