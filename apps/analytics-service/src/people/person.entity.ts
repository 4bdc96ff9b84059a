import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A person: a proved e-mail address with all its leads, or a single lead whose address is only claimed. Derived from
 * leads and viewings that are not those of staff; `recount` compares. A person of whom only visits of staff are known has
 * no visits.
 */
@Entity('people', { schema: 'analytics' })
export class PersonEntity {
  /** Id of a lead: of a claimed person the only one, of a proved person the first one. */
  @PrimaryColumn('uuid')
  id!: string;

  /** Known form of the proved address; null for a claimed one. */
  @Column('text', { name: 'proved_key', nullable: true })
  provedKey!: string | null;

  /** Name as typed at the last visit. */
  @Column('text')
  name!: string;

  @Column('text')
  email!: string;

  /** Name and e-mail, folded for search. */
  @Column('text', { name: 'search_text' })
  searchText!: string;

  /** How the address was proved at the last visit. */
  @Column('text', { name: 'verified_by' })
  verifiedBy!: string;

  /** Passes of the gate. */
  @Column('integer')
  visits!: number;

  @Column('timestamptz', { name: 'first_at' })
  firstAt!: Date;

  /** Last pass of the gate, or start of a player. */
  @Column('timestamptz', { name: 'last_at' })
  lastAt!: Date;

  /** The first networks (/24, /48) from which this person came, at most `MAX_NETWORKS`. */
  @Column('text', { array: true })
  networks!: string[];

  /** Copy of the access: whether a block concerned the address or a network at the last comparison. */
  @Column({ type: 'boolean', insert: false })
  blocked!: boolean;

  /** Number of the last change of blocks with which the person was compared; null if never. */
  @Column({ type: 'bigint', name: 'blocks_version', nullable: true, insert: false })
  blocksVersion!: string | null;

  /** Number of networks that were compared. Networks are only added. */
  @Column({ type: 'integer', name: 'compared_networks', nullable: true, insert: false })
  comparedNetworks!: number | null;

  @Column({ type: 'timestamptz', name: 'compared_at', nullable: true, insert: false })
  comparedAt!: Date | null;
}
