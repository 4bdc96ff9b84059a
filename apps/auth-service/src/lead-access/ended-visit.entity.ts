import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Records that an administrator ended or allowed the visit of a lead. The newest row of a lead counts. */
@Entity('ended_visits', { schema: 'auth' })
export class EndedVisitEntity {
  /** Set by Postgres alone, in the order of the changes of a lead. */
  @PrimaryColumn({ type: 'bigint', insert: false })
  id!: string;

  /** A command that is sent twice is stored once. */
  @Column({ name: 'command_id', type: 'uuid' })
  commandId!: string;

  @Column({ name: 'lead_id', type: 'uuid' })
  leadId!: string;

  @Column({ type: 'boolean' })
  ended!: boolean;

  /** Public id of the administrator's session, or id of the flag that ended the visit. */
  @Column({ name: 'by_session', type: 'uuid' })
  bySession!: string;

  /** Claimed name of the administrator; null for a flag, and for changes of earlier versions. */
  @Column({ name: 'by_name', type: 'text', nullable: true })
  byName!: string | null;

  /** Set by Postgres alone. */
  @Column({ type: 'timestamptz', insert: false })
  at!: Date;
}
