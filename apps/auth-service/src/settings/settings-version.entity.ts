import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Overrides } from './settings.js';

/** The overrides of the settings after one change. The newest row is in effect. */
@Entity('settings_versions', { schema: 'auth' })
export class SettingsVersionEntity {
  /** Counts the changes from 1. */
  @PrimaryColumn({ type: 'integer' })
  version!: number;

  /** A command that is sent twice is stored once. */
  @Column({ name: 'command_id', type: 'uuid' })
  commandId!: string;

  @Column({ type: 'jsonb' })
  overrides!: Overrides;

  /** Public id of the administrator's session; null for a command of an operator. */
  @Column({ name: 'by_session', type: 'uuid', nullable: true })
  bySession!: string | null;

  /** Claimed name of the administrator; null for a command of an operator. */
  @Column({ name: 'by_name', type: 'text', nullable: true })
  byName!: string | null;

  /** Set by Postgres alone. */
  @Column({ type: 'timestamptz', insert: false })
  at!: Date;
}
