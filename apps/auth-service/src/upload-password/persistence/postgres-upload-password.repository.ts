import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { UploadPassword } from '../upload-password.js';
import { UploadPasswordRepository } from '../upload-password.repository.js';

@Injectable()
export class PostgresUploadPasswordRepository extends UploadPasswordRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async read(): Promise<UploadPassword | undefined> {
    const rows: UploadPassword[] = await this.dataSource.query(
      'SELECT hash, epoch, command_id AS "commandId" FROM auth.upload_password',
    );
    return rows[0];
  }

  async insertFirst({ hash, epoch, commandId }: UploadPassword): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `INSERT INTO auth.upload_password (hash, epoch, command_id) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING 1`,
      [hash, epoch, commandId],
    );
    return rows.length === 1;
  }

  async replace({ hash, epoch, commandId }: UploadPassword, previousEpoch: number): Promise<boolean> {
    const [, changed]: [unknown[], number] = await this.dataSource.query(
      `UPDATE auth.upload_password
       SET hash = $1, epoch = $2, command_id = $3, changed_at = clock_timestamp() WHERE epoch = $4`,
      [hash, epoch, commandId, previousEpoch],
    );
    return changed === 1;
  }
}
