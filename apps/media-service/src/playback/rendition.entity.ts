import type { RenditionKind } from '@secure-preview/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A published rendition of a trailer. */
@Entity('renditions', { schema: 'media' })
export class RenditionEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'trailer_id' })
  trailerId!: string;

  @Column('text')
  kind!: RenditionKind;

  /** Height of the box that the video fits, such as 720; null for audio and for copies of the upload. */
  @Column('integer', { nullable: true })
  rung!: number | null;

  /** Null for audio. */
  @Column('integer', { nullable: true })
  width!: number | null;

  /** Null for audio. */
  @Column('integer', { nullable: true })
  height!: number | null;

  /** Frames per second; null if unknown, and for audio. */
  @Column('double precision', { name: 'frame_rate', nullable: true })
  frameRate!: number | null;

  @Column('integer', { name: 'audio_channels', nullable: true })
  audioChannels!: number | null;

  /** RFC 6381. */
  @Column('text')
  codecs!: string;

  /** A bigint, which the driver returns as text. */
  @Column('bigint', { name: 'peak_bits_per_second' })
  peakBitsPerSecond!: string;

  /** A bigint, which the driver returns as text. */
  @Column('bigint', { name: 'average_bits_per_second' })
  averageBitsPerSecond!: string;

  @Column('boolean')
  encrypted!: boolean;

  /** Whether the rendition is a copy of the upload that is retired once the other renditions are finished. */
  @Column('boolean')
  provisional!: boolean;

  /**
   * Time at which the rendition was removed from playlists. It is served until the sweep removes it a day later.
   */
  @Column('timestamptz', { name: 'retired_at', nullable: true })
  retiredAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'created_at', insert: false, update: false })
  createdAt!: Date;
}
