import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Captions of a trailer in one language. A changed text gets a new id. */
@Entity('captions', { schema: 'media' })
export class CaptionEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text', { name: 'command_id' })
  commandId!: string;

  @Column('uuid', { name: 'trailer_id' })
  trailerId!: string;

  /** Canonical language tag (BCP 47). */
  @Column('text')
  language!: string;

  @Column('text')
  label!: string;

  /** WebVTT. */
  @Column('text')
  body!: string;

  @Column({ type: 'timestamptz', name: 'created_at', insert: false, update: false })
  createdAt!: Date;
}
