import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which variants of a marked trailer one person is sent. Never changed. */
@Entity('codewords', { schema: 'media' })
export class CodewordEntity {
  @PrimaryColumn('uuid', { name: 'trailer_id' })
  trailerId!: string;

  /** The person; only analytics-service knows who it is. */
  @PrimaryColumn('uuid', { name: 'mark_id' })
  markId!: string;

  /** Bit `k` selects the variant of segment `k`, lowest bit of a byte first. */
  @Column('bytea')
  bits!: Buffer;

  @Column({ type: 'timestamptz', name: 'created_at', insert: false, update: false })
  createdAt!: Date;
}
