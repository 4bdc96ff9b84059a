import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@secure-preview/service-kit';
import { deriveSecret } from '@secure-preview/service-kit/outbox';
import { LOGGER, NOTIFIER_ENVIRONMENT, type NotifierEnvironment } from '../../environment.js';
import { QueueRunner } from '../queue/queue-runner.js';
import { storeOutcome } from '../queue/store-outcome.js';
import type { ClaimedWebhook } from './webhook.js';
import { webhookAttempts } from './webhook.metrics.js';
import { WebhookClient } from './webhook-client.js';
import { WEBHOOK_LEASE_SECONDS, WebhookQueueRepository } from './webhook-queue.repository.js';

/** Webhooks that one notifier delivers at once. */
const MAX_PARALLEL = 4;
/** Milliseconds for deliveries in progress at shutdown. */
const DRAIN_MS = 8000;

/** Delivers the webhooks of the outbox. */
@Injectable()
export class WebhookSenderService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly client: WebhookClient;
  private readonly key: string | undefined;
  private readonly runner: QueueRunner<ClaimedWebhook>;

  constructor(
    private readonly queue: WebhookQueueRepository,
    @Inject(NOTIFIER_ENVIRONMENT) environment: NotifierEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.key = environment.OUTBOX_SECRET;
    this.client = new WebhookClient({ allowPrivate: environment.WEBHOOK_ALLOW_PRIVATE });
    this.runner = new QueueRunner({
      prepare: () => this.prepare(),
      claim: () => queue.claim(),
      run: (webhook) => this.attempt(webhook),
      maxParallel: MAX_PARALLEL,
      onFailure: (error) => logger.warn({ err: error }, 'the webhooks in the outbox cannot be read'),
    });
  }

  onApplicationBootstrap(): void {
    this.runner.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.runner.stop(DRAIN_MS);
  }

  /** @returns whether webhooks can be signed */
  private async prepare(): Promise<boolean> {
    await this.queue.releaseExpired();
    await this.queue.endOutdated();
    if (this.key === undefined) {
      await this.queue.noteReason('SECRET_MISSING');
      return false;
    }
    await this.queue.clearReason('SECRET_MISSING');
    return true;
  }

  private async attempt(webhook: ClaimedWebhook): Promise<void> {
    const { id, endpointId, endpointGeneration, eventType, attempt } = webhook;
    const secret = deriveSecret(this.key ?? '', 'webhook', endpointId, endpointGeneration);
    const outcome = await this.client.deliver(webhook, secret);
    webhookAttempts.inc({ outcome: outcome.state });
    const line = { webhook: id, endpoint: endpointId, type: eventType, attempt };
    if (outcome.state === 'delivered') this.logger.info(line, 'webhook delivered');
    else this.logger.warn({ ...line, reason: outcome.reason }, 'webhook not delivered');
    await storeOutcome(() => this.queue.finish(webhook, outcome), WEBHOOK_LEASE_SECONDS, this.logger);
  }
}
