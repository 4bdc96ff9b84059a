import { Injectable } from '@nestjs/common';
import type { WebhookStatus } from '@secure-preview/contracts';
import { enqueueWebhook, type OutgoingWebhook } from '@secure-preview/service-kit/outbox';
import { DataSource } from 'typeorm';
import { webhookStatusOf } from './webhook-status.queries.js';

/** Stores webhooks in the outbox, and reads their outcomes. */
@Injectable()
export class WebhookRepository {
  constructor(private readonly dataSource: DataSource) {}

  store(webhook: OutgoingWebhook): Promise<void> {
    return enqueueWebhook(this.dataSource, webhook);
  }

  statusOf(endpointId: string): Promise<WebhookStatus> {
    return webhookStatusOf(this.dataSource, endpointId);
  }
}
