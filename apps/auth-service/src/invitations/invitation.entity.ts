import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The invitation of an address or a domain. There is one for each, which is renewed after it has ended. */
@Entity('invitations', { schema: 'auth' })
export class InvitationEntity {
  @PrimaryColumn({ type: 'uuid', insert: false })
  id!: string;

  /** Known form of the address; `@example.com` for everybody of a domain. */
  @Column({ name: 'email_key', type: 'text' })
  emailKey!: string;

  /** Address as the administrator wrote it. */
  @Column({ type: 'text' })
  email!: string;

  @Column({ type: 'text', nullable: true })
  name!: string | null;

  @Column({ name: 'search_text', type: 'text' })
  searchText!: string;

  @Column({ type: 'text' })
  language!: string;

  @Column({ type: 'text' })
  message!: string;

  @Column({ name: 'starts_at', type: 'timestamptz', nullable: true })
  startsAt!: Date | null;

  @Column({ name: 'ends_at', type: 'timestamptz', nullable: true })
  endsAt!: Date | null;

  /** Raised to revoke all earlier links and sessions. */
  @Column({ type: 'integer', insert: false })
  generation!: number;

  /** Counts the mails; part of the key of a mail. */
  @Column({ name: 'mail_number', type: 'integer' })
  mailNumber!: number;

  /** Increases with each change of what is published. */
  @Column({ type: 'integer', insert: false })
  version!: number;

  /** Set by Postgres alone. */
  @Column({ name: 'created_at', type: 'timestamptz', insert: false })
  createdAt!: Date;

  @Column({ name: 'revoked_at', type: 'timestamptz', nullable: true, insert: false })
  revokedAt!: Date | null;

  /** First use since the invitation was created or renewed. */
  @Column({ name: 'opened_at', type: 'timestamptz', nullable: true, insert: false })
  openedAt!: Date | null;

  /** Whether sessions may refer to the invitation, so its state is published. */
  @Column({ name: 'was_used', type: 'boolean', insert: false })
  wasUsed!: boolean;
}
