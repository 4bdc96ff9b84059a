import type { LeakCase, LeakResult, TrailerNotice } from '@secure-preview/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ClipReading } from './clip-reading.js';

/** A found copy: its clip, the state of its reading, and the result. */
@Entity('leak_cases', { schema: 'media' })
export class LeakCaseEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** Assigned by the database. A bigint, which the driver returns as text. */
  @Column({ type: 'bigint', name: 'case_order', insert: false, update: false })
  caseOrder!: string;

  @Column('text', { name: 'command_id' })
  commandId!: string;

  @Column('text', { name: 'file_name' })
  fileName!: string;

  @Column('text', { name: 'source_key' })
  sourceKey!: string;

  @Column('text', { name: 'source_etag' })
  sourceEtag!: string;

  /** A bigint, which the driver returns as text. */
  @Column('bigint', { name: 'source_bytes' })
  sourceBytes!: string;

  @Column('text')
  status!: LeakCase['status'];

  @Column('text', { nullable: true })
  step!: string | null;

  /** Percent of all work. */
  @Column('real')
  progress!: number;

  @Column('double precision', { name: 'duration_seconds', nullable: true })
  durationSeconds!: number | null;

  /** For the administrator; null unless the clip could not be read. */
  @Column('jsonb', { nullable: true })
  failure!: TrailerNotice | null;

  /** What a worker read of the clip, without any codeword. */
  @Column('jsonb', { nullable: true })
  reading!: ClipReading | null;

  /** Whose copy it is; null unless done. */
  @Column('jsonb', { nullable: true })
  result!: LeakResult | null;

  /** A JPEG image of the clip. */
  @Column('bytea', { name: 'found_picture', nullable: true })
  foundPicture!: Buffer | null;

  /** A JPEG image of the trailer at the same time, in the geometry of the clip. */
  @Column('bytea', { name: 'original_picture', nullable: true })
  originalPicture!: Buffer | null;

  @Column('text')
  note!: string;

  /** Id of the attempt that may change the case; null while no worker reads the clip. */
  @Column('uuid', { name: 'attempt_id', nullable: true })
  attemptId!: string | null;

  /** Number of attempts whose worker died while a program was running on the clip. */
  @Column('integer', { name: 'lost_attempts' })
  lostAttempts!: number;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'created_at', insert: false, update: false })
  createdAt!: Date;
}
