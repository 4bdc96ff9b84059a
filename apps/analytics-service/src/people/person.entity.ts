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
}
