import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { UploadPasswordEntity } from './upload-password.entity.js';
import type { UploadPassword } from './upload-password.js';

@Injectable()
export class UploadPasswordRepository {
  constructor(
    @InjectRepository(UploadPasswordEntity) private readonly passwords: Repository<UploadPasswordEntity>,
  ) {}

  async read(): Promise<UploadPassword | undefined> {
    return (await this.passwords.findOneBy({ singleton: true })) ?? undefined;
  }

  /** Stores the first password; returns false if a password is stored already. */
  async insertFirst({ hash, epoch, commandId }: UploadPassword): Promise<boolean> {
    const inserted = await this.passwords
      .createQueryBuilder()
      .insert()
      .values({ hash, epoch, commandId })
      .orIgnore()
      .returning(['epoch'])
      .execute();
    // TypeORM lists an identifier even for a row that ON CONFLICT skipped. Only `raw` omits the skipped row.
    const rows: unknown = inserted.raw;
    return Array.isArray(rows) && rows.length === 1;
  }

  /** Replaces the password of `previousEpoch`; returns false if another change came first. */
  async replace({ hash, epoch, commandId }: UploadPassword, previousEpoch: number): Promise<boolean> {
    const { affected } = await this.passwords.update(
      { epoch: previousEpoch },
      { hash, epoch, commandId, changedAt: () => 'clock_timestamp()' },
    );
    return affected === 1;
  }
}
