import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A line of the access log. Postgres alone sets id and time. */
@Entity('access_log_entries', { schema: 'analytics' })
export class AccessLogEntity {
  @PrimaryGeneratedColumn('increment', { type: 'bigint' })
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

  @Column({ type: 'timestamptz', insert: false, update: false })
  at!: Date;
}
