import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The active trailer: at most one row. */
@Entity('active_trailers', { schema: 'media' })
export class ActiveTrailerEntity {
  /** Always true. */
  @PrimaryColumn('boolean', { name: 'only_row' })
  onlyRow!: true;

  @Column('uuid', { name: 'trailer_id' })
  trailerId!: string;

  /** Upload order of the newest automatically activated trailer. A bigint, which the driver returns as text. */
  @Column('bigint', { name: 'newest_upload_order' })
  newestUploadOrder!: string;

  @Column('timestamptz', { name: 'chosen_at' })
  chosenAt!: Date;
}
