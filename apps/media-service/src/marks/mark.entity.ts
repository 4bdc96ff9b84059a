import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The key from which the patterns of a marked trailer are made. */
@Entity('marks', { schema: 'media' })
export class MarkEntity {
  @PrimaryColumn('uuid', { name: 'trailer_id' })
  trailerId!: string;

  /** The key, encrypted with MEDIA_SECRET. */
  @Column('bytea', { name: 'pattern_key' })
  patternKey!: Buffer;

  @Column({ type: 'timestamptz', name: 'created_at', insert: false, update: false })
  createdAt!: Date;
}
