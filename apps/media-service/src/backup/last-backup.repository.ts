import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { LastBackupEntity } from './last-backup.entity.js';

const ONLY_ROW = { onlyRow: true } as const;

@Injectable()
export class LastBackupRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Stores the current time of the database as the time of the last complete backup. */
  async record(): Promise<void> {
    await this.dataSource
      .createQueryBuilder()
      .insert()
      .into(LastBackupEntity)
      .values({ ...ONLY_ROW, completedAt: () => 'clock_timestamp()' })
      .orUpdate(['completed_at'], ['only_row'])
      .execute();
  }

  /** Removes the record. After a restore, it would describe a backup of another portal. */
  async forget(): Promise<void> {
    await this.dataSource.getRepository(LastBackupEntity).delete(ONLY_ROW);
  }

  /** Returns the time of the last complete backup; undefined if there is none. */
  async completedAt(): Promise<Date | undefined> {
    const last = await this.dataSource.getRepository(LastBackupEntity).findOneBy(ONLY_ROW);
    return last?.completedAt;
  }
}
