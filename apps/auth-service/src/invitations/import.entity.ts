import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An import that was confirmed, or refused since it had too many rows. */
@Entity('imports', { schema: 'auth' })
export class ImportEntity {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Number of invitations; null if the import was refused. */
  @Column({ type: 'integer', nullable: true })
  invited!: number | null;

  /** Addresses that were blocked after their rows had been checked. */
  @Column({ type: 'integer' })
  blocked!: number;

  /** Set by Postgres alone. */
  @Column({ type: 'timestamptz', insert: false })
  at!: Date;
}
