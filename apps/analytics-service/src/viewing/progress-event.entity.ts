import type { PlayedRange } from '@secure-preview/contracts';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { NumberedPlay } from './plays.js';

/**
 * A progress report of a viewer's page, limited to plausible values. Never changed; Postgres alone sets id
 * and time.
 */
@Entity('progress_events', { schema: 'analytics' })
export class ProgressEventEntity {
  @PrimaryGeneratedColumn('increment', { type: 'bigint' })
  id!: string;

  @Column('uuid', { name: 'viewing_session_id' })
  viewingSessionId!: string;

  @Column('uuid', { name: 'command_id' })
  commandId!: string;

  @Column('integer', { name: 'claimed_seconds' })
  claimedSeconds!: number;

  @Column('boolean', { name: 'claimed_completed' })
  claimedCompleted!: boolean;

  /** Ranges that are in no earlier event of the viewing session. */
  @Column('jsonb')
  ranges!: PlayedRange[];

  /** Plays that are new or longer since the previous event of the viewing session. */
  @Column('jsonb')
  plays!: NumberedPlay[];

  @Column({ type: 'timestamptz', insert: false, update: false })
  at!: Date;
}
