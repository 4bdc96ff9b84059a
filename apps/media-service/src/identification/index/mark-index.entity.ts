import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What is known about the marks of a trailer, and about its index, whose bytes are in parts. */
@Entity('mark_indexes', { schema: 'media' })
export class MarkIndexEntity {
  @PrimaryColumn('uuid', { name: 'trailer_id' })
  trailerId!: string;

  /** Version of the format of the index. */
  @Column('integer')
  format!: number;

  /** Segments that carry no mark, counted from 0. */
  @Column('integer', { array: true })
  erased!: number[];

  @Column('integer', { name: 'checked_segments' })
  checkedSegments!: number;

  @Column('integer', { name: 'readable_segments' })
  readableSegments!: number;

  /** What a small and poor copy of the whole trailer says about a codeword. */
  @Column('double precision')
  bits!: number;

  @Column('double precision', { name: 'checked_seconds' })
  checkedSeconds!: number;

  @Column({ type: 'timestamptz', name: 'created_at', insert: false, update: false })
  createdAt!: Date;
}
