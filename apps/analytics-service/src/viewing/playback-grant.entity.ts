import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Time at which a lead first received the playlist of a trailer: `ago_ms` before `recorded_at`. Limits the
 * time that the lead can have watched. Never changed; Postgres alone sets the time.
 */
@Entity('playback_grants', { schema: 'analytics' })
export class PlaybackGrantEntity {
  @PrimaryColumn('uuid', { name: 'lead_id' })
  leadId!: string;

  /** Null for all viewings that have no trailer. Unique with the lead, by an index on `coalesce`. */
  @Column('uuid', { name: 'trailer_id', primary: true, nullable: true })
  trailerId!: string | null;

  @Column('integer', { name: 'ago_ms' })
  agoMs!: number;

  @Column({ type: 'timestamptz', name: 'recorded_at', insert: false, update: false })
  recordedAt!: Date;
}
