import { MINUTE_MS } from '@secure-preview/contracts';

/** A delivery that this notifier has claimed. */
export interface ClaimedWebhook {
  readonly id: string;
  readonly endpointId: string;
  readonly endpointGeneration: number;
  readonly url: string;
  readonly eventType: string;
  readonly data: unknown;
  /** Time of the event. */
  readonly createdAt: Date;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
}

/** Outcome of an attempt. A `reason` is a code; `detail` is the receiver's answer or the error. */
export type WebhookOutcome =
  | { readonly state: 'delivered' }
  | { readonly state: 'failed' | 'waiting'; readonly reason: string; readonly detail: string };

const HOUR_SECONDS = 60 * 60;
/** Seconds before each further attempt: the schedule that Standard Webhooks suggests, within 24 hours. */
const RETRY_SECONDS = [
  5,
  5 * 60,
  30 * 60,
  2 * HOUR_SECONDS,
  5 * HOUR_SECONDS,
  6 * HOUR_SECONDS,
  10 * HOUR_SECONDS,
];

/** Returns the seconds until the attempt after `attempt`, from 1; undefined after the last one. */
export const webhookRetrySeconds = (attempt: number): number | undefined => RETRY_SECONDS[attempt - 1];

/** Milliseconds for a whole attempt, from the lookup of the name to the end of the answer. */
export const WEBHOOK_ATTEMPT_MS = MINUTE_MS / 3;
