import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { enqueueAlert, type OutgoingAlert } from '@secure-preview/service-kit/outbox';
import type { Repository } from 'typeorm';
import { passwordChanged } from './password-alert.js';
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

  /** Replaces the password of `previousEpoch`, with an alert; returns false if another change came first. */
  replace({ hash, epoch, commandId }: UploadPassword, previousEpoch: number): Promise<boolean> {
    return this.passwords.manager.transaction(async (transaction) => {
      const { affected } = await transaction
        .getRepository(UploadPasswordEntity)
        .update({ epoch: previousEpoch }, { hash, epoch, commandId, changedAt: () => 'clock_timestamp()' });
      if (affected !== 1) return false;
      await enqueueAlert(transaction, passwordChanged(commandId));
      return true;
    });
  }

  /** Stores an alert about attempts, which themselves are counted in Redis. */
  storeAlert(alert: OutgoingAlert): Promise<void> {
    return enqueueAlert(this.passwords, alert);
  }
}
