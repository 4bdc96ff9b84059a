import * as z from 'zod/mini';
import { http } from '../http/define-route.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';

/** Outcome of a webhook. */
export const webhookOutcome = z.object({
  /** Key under which the delivery was stored. */
  key: z.string(),
  /** Name of the event, such as `access.requested`. */
  type: z.string(),
  /** `waiting`, `sending`, `delivered` or `failed`. */
  state: z.string(),
  /** Code of the last failure, and the answer of the receiver or the error of the connection. */
  reason: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  attempts: z.int(),
  /** Time of the end; of the event if the delivery has not ended. */
  at: z.iso.datetime(),
});
export type WebhookOutcome = z.infer<typeof webhookOutcome>;

/** Deliveries to the present address; null if there is none. */
export const webhookStatus = z.object({
  lastTest: z.nullable(webhookOutcome),
  lastDelivered: z.nullable(webhookOutcome),
  /** Newest delivery whose last attempt failed. */
  lastError: z.nullable(webhookOutcome),
});
export type WebhookStatus = z.infer<typeof webhookStatus>;

/** Signing secret in the form of Standard Webhooks: `whsec_` and base64. */
const secret = z.object({ secret: z.string() });
/** Key of the stored test. */
const test = z.object({ key: z.string() });

export const webhooksRoutes = {
  status: http({
    method: 'GET',
    path: '/api/webhook',
    access: 'uploader',
    summary: 'Read the outcomes of the webhooks to the present address',
    response: webhookStatus,
    errors: [],
  }),
  secret: http({
    method: 'GET',
    path: '/api/webhook/secret',
    access: 'uploader',
    summary: 'Read the secret that signs webhooks to the present address',
    response: secret,
    errors: ['WEBHOOK_NOT_SET'],
  }),
  test: http({
    method: 'POST',
    path: '/api/webhook/test',
    access: 'uploader',
    summary: 'Send a test to the present address of webhooks',
    response: test,
    errors: ['WEBHOOK_NOT_SET', 'TOO_MANY_REQUESTS'],
  }),
} as const;

const url = { url: z.string() };

export const webhooksRpc = rpcGroup('auth', {
  status: rpc({
    kind: 'query',
    pattern: 'auth.webhooks.status',
    input: z.object(url),
    output: webhookStatus,
    errors: [],
  }),
  secret: rpc({
    kind: 'query',
    pattern: 'auth.webhooks.secret',
    input: z.object(url),
    output: secret,
    errors: [],
  }),
  test: rpc({
    kind: 'command',
    pattern: 'auth.webhooks.test',
    input: z.object({ ...url, companyName: z.string() }),
    output: test,
    errors: [],
  }),
});
