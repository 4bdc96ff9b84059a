import type { TrailerNotice } from '@secure-preview/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Trailer } from './trailer.js';

/** A version of the trailer: its texts, its upload, and the state of its processing. */
@Entity('trailers', { schema: 'media' })
export class TrailerEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** Assigned by the database. A bigint, which the driver returns as text. */
  @Column({ type: 'bigint', name: 'upload_order', insert: false, update: false })
  uploadOrder!: string;

  @Column('text', { name: 'command_id' })
  commandId!: string;

  @Column('text')
  title!: string;

  /** Sanitised markup. */
  @Column('text', { nullable: true })
  description!: string | null;

  @Column('uuid', { name: 'poster_id', nullable: true })
  posterId!: string | null;

  /** Notices about the poster. */
  @Column('jsonb', { nullable: true })
  warning!: TrailerNotice | null;

  /** Notices about the renditions. */
  @Column('jsonb', { name: 'ladder_warnings' })
  ladderWarnings!: TrailerNotice[];

  @Column('text', { name: 'source_key' })
  sourceKey!: string;

  @Column('text', { name: 'source_etag' })
  sourceEtag!: string;

  /** A bigint, which the driver returns as text. */
  @Column('bigint', { name: 'source_bytes' })
  sourceBytes!: string;

  @Column('text')
  status!: Trailer['status'];

  @Column('text', { nullable: true })
  step!: string | null;

  /** Percent of all work. */
  @Column('real')
  progress!: number;

  @Column('real', { name: 'seconds_left', nullable: true })
  secondsLeft!: number | null;

  /** Whether no more renditions will be added. */
  @Column('boolean', { name: 'ladder_done' })
  ladderDone!: boolean;

  /** For the administrator; null unless the trailer failed. */
  @Column('jsonb', { nullable: true })
  failure!: TrailerNotice | null;

  @Column('double precision', { name: 'duration_seconds', nullable: true })
  durationSeconds!: number | null;

  /** Seconds of a segment of a marked trailer; null for an unmarked one. */
  @Column('double precision', { name: 'mark_segment_seconds', nullable: true })
  markSegmentSeconds!: number | null;

  /** Id of the attempt that may change the trailer; null while no worker processes it. */
  @Column('uuid', { name: 'attempt_id', nullable: true })
  attemptId!: string | null;

  /** Number of attempts since the last progress whose worker died during a program run on the upload. */
  @Column('integer', { name: 'lost_attempts' })
  lostAttempts!: number;

  @Column('timestamptz', { name: 'cancelled_at', nullable: true })
  cancelledAt!: Date | null;

  /** Time since which the trailer is ready but not active. Maintained by triggers. */
  @Column({ type: 'timestamptz', name: 'unused_since', nullable: true, insert: false, update: false })
  unusedSince!: Date | null;

  @Column({ type: 'timestamptz', name: 'created_at', insert: false, update: false })
  createdAt!: Date;
}
