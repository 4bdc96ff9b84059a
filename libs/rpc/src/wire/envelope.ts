import {
  type ErrorCode,
  type ErrorParams,
  type FieldErrorCodes,
  fieldErrorCodes,
} from '@secure-preview/contracts';
import * as z from 'zod/mini';

/** Maximum bytes of one request or reply: neither media nor unpaged lists go through Redis. */
export const MAX_MESSAGE_BYTES = 256 * 1024;

export const requestEnvelope = z.object({
  /** Identifies the call on its reply channel. */
  id: z.int(),
  /** The caller's reply channel. */
  replyTo: z.string(),
  pattern: z.string(),
  commandId: z.string(),
  requestId: z.string(),
  traceparent: z.optional(z.string()),
  actor: z.optional(z.object({ sessionRef: z.optional(z.string()), leadId: z.optional(z.string()) })),
  input: z.optional(z.unknown()),
});
export type RequestEnvelope = z.infer<typeof requestEnvelope>;

export interface WireError {
  code: ErrorCode;
  params?: ErrorParams;
  fields?: Readonly<Record<string, string>>;
  fieldCodes?: FieldErrorCodes;
  message?: string;
}

/** Either `value` (absent when the method returns nothing) or `error`. */
export interface ReplyEnvelope {
  id: number;
  value?: unknown;
  error?: WireError;
}

export const replyBatch = z.array(
  z.object({
    id: z.int(),
    value: z.optional(z.unknown()),
    error: z.optional(
      z.object({
        code: z.string(),
        params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
        fields: z.optional(z.record(z.string(), z.string())),
        fieldCodes: z.optional(fieldErrorCodes),
        message: z.optional(z.string()),
      }),
    ),
  }),
);
export type ReceivedReply = z.infer<typeof replyBatch>[number];

export function isTooLarge(message: string): boolean {
  // A UTF-16 unit takes at most 3 bytes in UTF-8, so most messages need no exact count.
  return message.length * 3 > MAX_MESSAGE_BYTES && Buffer.byteLength(message) > MAX_MESSAGE_BYTES;
}

/** @param ttlMs milliseconds left to the caller's deadline */
export function requestMessage(ttlMs: number, requestJson: string): string {
  return `${Math.ceil(ttlMs)} ${requestJson}`;
}

export interface QueuedRequest {
  /** Time of Redis, in milliseconds since 1970. */
  enqueuedAt: number;
  /** Milliseconds from `enqueuedAt` until the caller's deadline. */
  ttlMs: number;
  request: RequestEnvelope;
}

/** Parses a list item: the time of Redis when it was enqueued, then a request message. */
export function parseQueued(item: string): QueuedRequest | undefined {
  const [, enqueuedAt, ttlMs, json] = /^(\d+) (\d+) (.*)$/s.exec(item) ?? [];
  if (json === undefined) return undefined;
  try {
    const request = z.safeParse(requestEnvelope, JSON.parse(json));
    if (!request.success) return undefined;
    return { enqueuedAt: Number(enqueuedAt), ttlMs: Number(ttlMs), request: request.data };
  } catch {
    return undefined;
  }
}
