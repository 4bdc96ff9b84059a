import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The key that encrypts a trailer's segments. */
@Entity('trailer_keys', { schema: 'media' })
export class TrailerKeyEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'trailer_id' })
  trailerId!: string;

  /** The key, encrypted with MEDIA_SECRET. */
  @Column('bytea')
  wrapped!: Buffer;

  @Column({ type: 'timestamptz', name: 'created_at', insert: false, update: false })
  createdAt!: Date;
}
