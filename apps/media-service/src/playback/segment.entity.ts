import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A segment of a rendition. The segment at position 0 is the initialisation segment. */
@Entity('segments', { schema: 'media' })
export class SegmentEntity {
  @PrimaryColumn('uuid', { name: 'rendition_id' })
  renditionId!: string;

  @PrimaryColumn('integer')
  position!: number;

  @Column('text')
  name!: string;

  @Column('text', { name: 'object_key' })
  objectKey!: string;

  /** A bigint, which the driver returns as text. */
  @Column('bigint')
  bytes!: string;

  /** Null for the initialisation segment. */
  @Column('double precision', { name: 'duration_seconds', nullable: true })
  durationSeconds!: number | null;

  /** Initialisation vector; null when the segment is not encrypted. */
  @Column('bytea', { nullable: true })
  iv!: Buffer | null;

  /** The second variant of a marked segment; null if everybody is sent the same object. */
  @Column('text', { name: 'twin_object_key', nullable: true })
  twinObjectKey!: string | null;

  /** A bigint, which the driver returns as text. */
  @Column('bigint', { name: 'twin_bytes', nullable: true })
  twinBytes!: string | null;

  @Column('bytea', { name: 'twin_iv', nullable: true })
  twinIv!: Buffer | null;
}
