import type { BlockKind } from '@secure-preview/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Records that an address, a domain or a network was blocked or unblocked. The newest row of a value counts. */
@Entity('blocks', { schema: 'auth' })
export class BlockEntity {
  /** Set by Postgres alone, in the order of the changes. */
  @PrimaryColumn({ type: 'bigint', insert: false })
  id!: string;

  /** A command that is sent twice is stored once. */
  @Column({ name: 'command_id', type: 'uuid' })
  commandId!: string;

  @Column({ type: 'text' })
  kind!: BlockKind;

  /** Key of an address, Unicode form of a domain, or CIDR notation of a network. */
  @Column({ type: 'text' })
  value!: string;

  @Column({ type: 'boolean' })
  blocked!: boolean;

  @Column({ type: 'text' })
  note!: string;

  /** Value and note, folded for searches. */
  @Column({ name: 'search_text', type: 'text' })
  searchText!: string;

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
