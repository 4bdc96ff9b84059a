import { Injectable } from '@nestjs/common';
import type { WebhookStatus } from '@secure-preview/contracts';
import { OutboxSecretService } from '../outbox-secret/outbox-secret.service.js';
import { endpointIdOf, WEBHOOK_GENERATION, webhookTo } from './webhook.js';
import { WebhookRepository } from './webhook.repository.js';
import { TEST_EVENT } from './webhook-status.queries.js';

/** Tests webhooks, and shows their outcomes (docs/product.md#webhooks). */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly secrets: OutboxSecretService,
  ) {}

  status(url: string): Promise<WebhookStatus> {
    return this.webhooks.statusOf(endpointIdOf(url));
  }

  /** @throws AppError `SERVICE_UNAVAILABLE` without `OUTBOX_SECRET` */
  secret(url: string): string {
    return `whsec_${this.secrets.webhookSecret(endpointIdOf(url), WEBHOOK_GENERATION)}`;
  }

  /** Stores a test. A repeated command stores one. @returns its key */
  async test(url: string, companyName: string, commandId: string): Promise<string> {
    const key = `webhook-test:${commandId}`;
    await this.webhooks.store(webhookTo(url, { key, type: TEST_EVENT, data: { companyName } }));
    return key;
  }
}
