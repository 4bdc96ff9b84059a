import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Records that an administrator ended or allowed the playback of a trailer version in the visit of a lead. The newest
 * row of a lead and trailer counts.
 */
@Entity('ended_playbacks', { schema: 'auth' })
export class EndedPlaybackEntity {
  /** Set by Postgres alone, in the order of the changes of a playback. */
  @PrimaryColumn({ type: 'bigint', insert: false })
  id!: string;

  /** A command that is sent twice is stored once. */
  @Column({ name: 'command_id', type: 'uuid' })
  commandId!: string;

  @Column({ name: 'lead_id', type: 'uuid' })
  leadId!: string;

  @Column({ name: 'trailer_id', type: 'uuid' })
  trailerId!: string;

  @Column({ type: 'boolean' })
  ended!: boolean;

  /** Public id of the administrator's session. */
  @Column({ name: 'by_session', type: 'uuid' })
  bySession!: string;

  /** Claimed name of the administrator; null for changes of earlier versions. */
  @Column({ name: 'by_name', type: 'text', nullable: true })
  byName!: string | null;

  /** Set by Postgres alone. */
  @Column({ type: 'timestamptz', insert: false })
  at!: Date;
}
