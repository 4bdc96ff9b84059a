import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { formatError } from '@secure-preview/service-kit';
import { storableDetail } from '../text/storable-detail.js';
import { isTlsError } from '../text/tls-error.js';
import { signatureHeaders } from './signature.js';
import { type ClaimedWebhook, WEBHOOK_ATTEMPT_MS, type WebhookOutcome } from './webhook.js';
import {
  parseWebhookUrl,
  type Resolve,
  resolveWebhookHost,
  resolveWithSystem,
  WebhookAddressError,
} from './webhook-address.js';

/** Bytes of an answer that are read; the rest is dropped with the connection. */
const MAX_ANSWER_BYTES = 4096;

const GONE = 410;

export interface WebhookClientOptions {
  readonly allowPrivate: boolean;
  /** For tests. */
  readonly resolve?: Resolve;
  readonly attemptMs?: number;
  readonly ca?: string | undefined;
}

/** Delivers webhooks as Standard Webhooks requires. Redirects are not followed. */
export class WebhookClient {
  constructor(private readonly options: WebhookClientOptions) {}

  async deliver(webhook: ClaimedWebhook, secret: Buffer): Promise<WebhookOutcome> {
    const { attemptMs = WEBHOOK_ATTEMPT_MS } = this.options;
    const signal = AbortSignal.timeout(attemptMs);
    try {
      return await this.post(webhook, secret, signal);
    } catch (error) {
      if (error instanceof WebhookAddressError)
        return { state: 'failed', reason: error.reason, detail: storableDetail(error.message) };
      const failed = isTlsError(error) ? 'TLS_FAILED' : 'CONNECTION_FAILED';
      const reason = signal.aborted ? 'TIMED_OUT' : failed;
      const detail = signal.aborted ? `no answer within ${attemptMs / 1000} s` : formatError(error);
      return { state: 'waiting', reason, detail: storableDetail(detail) };
    }
  }

  private async post(webhook: ClaimedWebhook, secret: Buffer, signal: AbortSignal): Promise<WebhookOutcome> {
    const { allowPrivate, resolve = resolveWithSystem, ca } = this.options;
    const url = parseWebhookUrl(webhook.url);
    const { address, family } = await orAborted(resolveWebhookHost(url, allowPrivate, resolve), signal);
    const { eventType: type, createdAt, data, id } = webhook;
    const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
    const answer = await new Promise<IncomingMessage>((resolveAnswer, reject) => {
      const request = httpsRequest(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'secure-preview-webhooks',
          ...signatureHeaders(secret, id, new Date(), body),
        },
        // One connection for each delivery, to the address that was checked.
        agent: false,
        lookup: (_host, { all }, done) =>
          all ? done(null, [{ address, family }]) : done(null, address, family),
        signal,
        ...(ca === undefined ? {} : { ca }),
      });
      request.once('response', resolveAnswer);
      request.once('error', reject);
      request.end(body);
    });
    return outcomeOf(answer.statusCode ?? 0, await beginningOf(answer));
  }
}

function outcomeOf(status: number, text: string): WebhookOutcome {
  if (status >= 200 && status < 300) return { state: 'delivered' };
  const detail = storableDetail(`${status} ${text}`);
  // The receiver refuses further deliveries (Standard Webhooks, "Disabling endpoints").
  if (status === GONE) return { state: 'failed', reason: 'GONE', detail };
  return { state: 'waiting', reason: status >= 300 && status < 400 ? 'REDIRECTED' : 'REJECTED', detail };
}

/** Reads the beginning of an answer, then closes its connection. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes >= MAX_ANSWER_BYTES) break;
  }
  answer.destroy();
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString();
}

/** Settles as `work` does, or rejects once the signal aborts. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
