import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A poster, and the object that holds its picture. */
@Entity('posters')
export class PosterEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** Key of the upload, or another name of what it was made from. */
  @Column('text', { name: 'source_key' })
  sourceKey!: string;

  @Column('text', { name: 'object_key' })
  objectKey!: string;

  @Column('text', { name: 'content_type' })
  contentType!: string;

  @Column('integer')
  width!: number;

  @Column('integer')
  height!: number;

  /** Whether it was made from the video because no other was given. */
  @Column('boolean')
  generated!: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', insert: false, update: false })
  createdAt!: Date;
}
