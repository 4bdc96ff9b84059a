import type { PlayedRange } from '@secure-preview/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The union of the ranges of a trailer that a lead watched, derived from all its viewing sessions.
 */
@Entity('watched_summaries', { schema: 'analytics' })
export class WatchedSummaryEntity {
  @PrimaryColumn('uuid', { name: 'lead_id' })
  leadId!: string;

  /** Null for all viewings that have no trailer. Unique with the lead, by an index on `coalesce`. */
  @Column('uuid', { name: 'trailer_id', primary: true, nullable: true })
  trailerId!: string | null;

  /** Null if unknown. */
  @Column('double precision', { name: 'trailer_seconds', nullable: true })
  trailerSeconds!: number | null;

  @Column('jsonb')
  ranges!: PlayedRange[];

  @Column('double precision', { name: 'watched_seconds' })
  watchedSeconds!: number;

  /** Seconds of all plays; what was seen again counts again. */
  @Column('double precision', { name: 'played_seconds' })
  playedSeconds!: number;

  /** Plays that are stored in all viewings, at most `MAX_PLAYS_OF_SESSION`. */
  @Column('integer', { name: 'play_count' })
  playCount!: number;

  /** Ranges that are stored in all viewings, counted separately in each. */
  @Column('integer', { name: 'range_count' })
  rangeCount!: number;

  /** Null before anything was played. */
  @Column('timestamptz', { name: 'played_at', nullable: true })
  playedAt!: Date | null;

  @Column('timestamptz', { name: 'last_seen_at' })
  lastSeenAt!: Date;
}
