import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  type ClaimedWebhook,
  WEBHOOK_ATTEMPT_MS,
  type WebhookOutcome,
  webhookRetrySeconds,
} from './webhook.js';
import {
  claimNextWebhook,
  clearWebhookReason,
  endDeliveriesToOtherAddresses,
  finishDelivery,
  noteWebhookReason,
  releaseWebhookLeases,
} from './webhook-queue.queries.js';

/** Seconds for which a notifier holds a delivery: an attempt, and the time to store its outcome. */
export const WEBHOOK_LEASE_SECONDS = (3 * WEBHOOK_ATTEMPT_MS) / 1000;

@Injectable()
export class WebhookQueueRepository {
  constructor(private readonly dataSource: DataSource) {}

  claim(): Promise<ClaimedWebhook | undefined> {
    return claimNextWebhook(this.dataSource, WEBHOOK_LEASE_SECONDS);
  }

  /** Stores the outcome. After the last attempt, a delivery that still waits has failed. */
  finish(webhook: ClaimedWebhook, outcome: WebhookOutcome): Promise<void> {
    const seconds = webhookRetrySeconds(webhook.attempt);
    const isLast = outcome.state === 'waiting' && seconds === undefined;
    return finishDelivery(
      this.dataSource,
      webhook,
      isLast ? { ...outcome, state: 'failed' } : outcome,
      seconds ?? 0,
    );
  }

  /** Releases the deliveries of killed notifiers. */
  releaseExpired(): Promise<void> {
    return releaseWebhookLeases(this.dataSource);
  }

  /** Ends waiting deliveries to an address that was changed or removed. */
  endOutdated(): Promise<void> {
    return endDeliveriesToOtherAddresses(this.dataSource);
  }

  noteReason(reason: string): Promise<void> {
    return noteWebhookReason(this.dataSource, reason);
  }

  clearReason(reason: string): Promise<void> {
    return clearWebhookReason(this.dataSource, reason);
  }
}
