import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last complete backup of this portal: at most one row. */
@Entity('last_backups', { schema: 'media' })
export class LastBackupEntity {
  /** Always true. */
  @PrimaryColumn('boolean', { name: 'only_row' })
  onlyRow!: true;

  @Column('timestamptz', { name: 'completed_at' })
  completedAt!: Date;
}
