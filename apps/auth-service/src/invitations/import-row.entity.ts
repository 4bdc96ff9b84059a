import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A checked line of an import that is not confirmed yet. */
@Entity('import_rows', { schema: 'auth' })
export class ImportRowEntity {
  @PrimaryColumn({ name: 'import_id', type: 'uuid' })
  importId!: string;

  /** Line in the pasted text or file, from 1. */
  @PrimaryColumn({ type: 'integer' })
  line!: number;

  /** Null if address or name are invalid; they are then not stored. */
  @Column({ name: 'email_key', type: 'text', nullable: true })
  emailKey!: string | null;

  @Column({ type: 'text' })
  email!: string;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'text' })
  outcome!: string;

  /** Set by Postgres alone. */
  @Column({ type: 'timestamptz', insert: false })
  at!: Date;
}
