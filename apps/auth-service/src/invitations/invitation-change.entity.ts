import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A change of an invitation by an administrator. Rows are never changed. */
@Entity('invitation_changes', { schema: 'auth' })
export class InvitationChangeEntity {
  /** Set by Postgres alone. */
  @PrimaryColumn({ type: 'bigint', insert: false })
  id!: string;

  /** A command that is sent twice changes an invitation once. */
  @Column({ name: 'command_id', type: 'uuid' })
  commandId!: string;

  @Column({ name: 'invitation_id', type: 'uuid' })
  invitationId!: string;

  /** `invite`, which also renews, `resend`, `revoke` or `extend`. */
  @Column({ type: 'text' })
  action!: string;

  /** End of the invitation after the change. */
  @Column({ name: 'ends_at', type: 'timestamptz', nullable: true })
  endsAt!: Date | null;

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
