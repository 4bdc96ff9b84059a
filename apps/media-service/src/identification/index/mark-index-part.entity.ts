import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A part of the index of a trailer. A trailer that is too long to be compared has none. */
@Entity('mark_index_parts', { schema: 'media' })
export class MarkIndexPartEntity {
  @PrimaryColumn('uuid', { name: 'trailer_id' })
  trailerId!: string;

  @PrimaryColumn('integer')
  part!: number;

  @Column('bytea')
  bytes!: Buffer;
}
