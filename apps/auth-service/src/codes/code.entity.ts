import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A code that was requested, also one that no mail was sent for. Its digits are derived from the id. */
@Entity('codes', { schema: 'auth' })
export class CodeEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** A command that is sent twice requests one code. */
  @Column({ name: 'command_id', type: 'uuid' })
  commandId!: string;

  @Column({ name: 'email_key', type: 'text' })
  emailKey!: string;

  /** Mailbox that the limits count. Null for codes of an earlier version. */
  @Column({ name: 'mailbox_key', type: 'text', nullable: true })
  mailboxKey!: string | null;

  /** Gate mode in effect, or a test of the administrator. The code is valid for nothing else. */
  @Column({ type: 'text' })
  purpose!: string;

  /** Requested with a valid invitation link. Half of the codes of an address are reserved for these. */
  @Column({ name: 'by_link', type: 'boolean' })
  byLink!: boolean;

  /** Set by Postgres alone. */
  @Column({ name: 'requested_at', type: 'timestamptz', insert: false })
  requestedAt!: Date;

  /** Commands that tried a wrong code. A command that is sent twice uses up one try. */
  @Column({ name: 'wrong_commands', type: 'uuid', array: true, insert: false })
  wrongCommands!: string[];

  @Column({ name: 'used_at', type: 'timestamptz', nullable: true, insert: false })
  usedAt!: Date | null;
}
