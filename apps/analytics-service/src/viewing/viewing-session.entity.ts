import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A player that a visitor started. Postgres alone sets the time. */
@Entity('viewing_sessions', { schema: 'analytics' })
export class ViewingSessionEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'command_id' })
  commandId!: string;

  @Column('uuid', { name: 'session_ref' })
  sessionRef!: string;

  @Column('uuid', { name: 'lead_id' })
  leadId!: string;

  @Column('text')
  ip!: string;

  @Column('text', { name: 'user_agent', nullable: true })
  userAgent!: string | null;

  @Column('uuid', { name: 'trailer_id', nullable: true })
  trailerId!: string | null;

  /** Null if unknown. */
  @Column('double precision', { name: 'trailer_seconds', nullable: true })
  trailerSeconds!: number | null;

  @Column({ type: 'timestamptz', name: 'started_at', insert: false, update: false })
  startedAt!: Date;
}
