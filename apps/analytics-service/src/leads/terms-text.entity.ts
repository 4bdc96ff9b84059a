import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A terms text that was shown at the gate, by its hash. Postgres alone sets the time. */
@Entity('terms_texts', { schema: 'analytics' })
export class TermsTextEntity {
  /** In hex. */
  @PrimaryColumn('text')
  sha256!: string;

  @Column('text')
  version!: string;

  @Column('text')
  text!: string;

  @Column({ type: 'timestamptz', name: 'first_shown_at', insert: false, update: false })
  firstShownAt!: Date;
}
