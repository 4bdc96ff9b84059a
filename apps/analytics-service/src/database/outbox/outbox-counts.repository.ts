import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { countOutbox, type OutboxCounts } from './outbox-counts.queries.js';

@Injectable()
export class OutboxCountsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Counts the mails and webhooks that are not settled yet. */
  count(): Promise<OutboxCounts[]> {
    return countOutbox(this.dataSource);
  }
}
