import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A poster, and the object with its image. */
@Entity('posters', { schema: 'media' })
export class PosterEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** Key of the upload, or the name of another source. */
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

  /** Whether the poster is a frame of the video. */
  @Column('boolean')
  generated!: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', insert: false, update: false })
  createdAt!: Date;
}
