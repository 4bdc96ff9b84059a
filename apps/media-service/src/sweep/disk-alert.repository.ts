import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { enqueueAlert, type OutgoingAlert } from '@secure-preview/service-kit/outbox';
import { DataSource } from 'typeorm';

@Injectable()
export class DiskAlertRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Stores an alert. The disk is no data of Postgres, so no transaction belongs to it. */
  store(alert: OutgoingAlert): Promise<void> {
    return enqueueAlert(this.dataSource, alert);
  }
}
