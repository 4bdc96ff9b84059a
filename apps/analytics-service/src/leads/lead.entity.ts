import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An acceptance of the terms: the evidence that this person accepted them. Postgres alone sets the time. */
@Entity('leads', { schema: 'analytics' })
export class LeadEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'command_id' })
  commandId!: string;

  @Column('text')
  name!: string;

  @Column('text')
  email!: string;

  /** Name and e-mail, folded for search. */
  @Column('text', { name: 'search_text' })
  searchText!: string;

  @Column('text')
  ip!: string;

  @Column('text', { name: 'user_agent', nullable: true })
  userAgent!: string | null;

  @Column('uuid', { name: 'session_ref' })
  sessionRef!: string;

  @Column('text', { name: 'terms_sha256' })
  termsSha256!: string;

  @Column('text', { name: 'verified_by' })
  verifiedBy!: string;

  /** The invitation with which the lead entered; null without one. */
  @Column('uuid', { name: 'invitation_id', nullable: true })
  invitationId!: string | null;

  /** Known form of a proved address; null for a claimed one. */
  @Column('text', { name: 'proved_key', nullable: true })
  provedKey!: string | null;

  @Column({ type: 'timestamptz', name: 'captured_at', insert: false, update: false })
  capturedAt!: Date;
}
