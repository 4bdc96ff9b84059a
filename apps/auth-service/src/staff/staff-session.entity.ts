import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A session that reached the uploader level. Its lead is staff and excluded from viewing stats. */
@Entity('staff_sessions', { schema: 'auth' })
export class StaffSessionEntity {
  @PrimaryColumn({ name: 'session_ref', type: 'uuid' })
  sessionRef!: string;

  @Column({ name: 'lead_id', type: 'uuid', nullable: true })
  leadId!: string | null;

  @Column({ type: 'text' })
  ip!: string;

  @Column({ name: 'user_agent', type: 'text', nullable: true })
  userAgent!: string | null;

  /** When the session first reached the level. Set by Postgres alone. */
  @Column({ type: 'timestamptz', insert: false })
  since!: Date;
}
