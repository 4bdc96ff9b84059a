import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The settings that decide about alerts. auth-service inserts each change; the newest row is in effect. */
@Entity('alert_settings', { schema: 'outbox' })
export class AlertSettingsEntity {
  @PrimaryColumn('bigint')
  id!: string;

  @Column('jsonb')
  settings!: unknown;

  @Column('timestamptz')
  at!: Date;
}
