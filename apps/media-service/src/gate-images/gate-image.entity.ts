import type { GateImageKind } from '@secure-preview/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A logo or key art of the gate, and the object with its image. */
@Entity('gate_images', { schema: 'media' })
export class GateImageEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** Key of the upload. */
  @Column('text', { name: 'source_key' })
  sourceKey!: string;

  @Column('text')
  kind!: GateImageKind;

  @Column('text', { name: 'object_key' })
  objectKey!: string;

  @Column('text', { name: 'content_type' })
  contentType!: string;

  @Column('integer')
  bytes!: number;

  @Column('integer')
  width!: number;

  @Column('integer')
  height!: number;

  @Column({ type: 'timestamptz', name: 'created_at', insert: false, update: false })
  createdAt!: Date;
}
