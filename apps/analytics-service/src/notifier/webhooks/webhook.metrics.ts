import { metric } from '@secure-preview/service-kit';

export const webhookAttempts = metric.counter(
  'portal_webhook_attempts_total',
  'Attempts to deliver a webhook, by outcome (delivered, failed, or waiting for another attempt).',
  ['outcome'],
);
for (const outcome of ['delivered', 'failed', 'waiting'] as const) webhookAttempts.inc({ outcome }, 0);
