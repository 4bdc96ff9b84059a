import type { AccessRequestState } from '@secure-preview/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A visitor's request to be let in. */
@Entity('access_requests', { schema: 'auth' })
export class AccessRequestEntity {
  /** Set by Postgres alone. */
  @PrimaryColumn({ type: 'uuid', insert: false })
  id!: string;

  /** A command that is sent twice is stored once. */
  @Column({ name: 'command_id', type: 'uuid' })
  commandId!: string;

  /** Key of the address. It has at most one open request. */
  @Column({ name: 'email_key', type: 'text' })
  emailKey!: string;

  /** Address as typed. It is not proved. */
  @Column({ type: 'text' })
  email!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  reason!: string;

  /** Name, address and reason, folded for searches. */
  @Column({ name: 'search_text', type: 'text' })
  searchText!: string;

  /** Language of the page, and so of an invitation. */
  @Column({ type: 'text' })
  language!: string;

  /** Whether the request caused an alert. */
  @Column({ type: 'boolean' })
  alerted!: boolean;

  /** Set by Postgres alone. */
  @Column({ type: 'timestamptz', insert: false })
  at!: Date;

  @Column({ type: 'text', insert: false })
  state!: AccessRequestState;

  /** Public id of the session of the administrator who decided, and the claimed name. */
  @Column({ name: 'decided_by_session', type: 'uuid', nullable: true, insert: false })
  decidedBySession!: string | null;

  @Column({ name: 'decided_by_name', type: 'text', nullable: true, insert: false })
  decidedByName!: string | null;

  @Column({ name: 'decided_at', type: 'timestamptz', nullable: true, insert: false })
  decidedAt!: Date | null;

  /** Command that decided requests together. A repeated command gets the first answer. */
  @Column({ name: 'decision_command_id', type: 'uuid', nullable: true, insert: false })
  decisionCommandId!: string | null;
}
