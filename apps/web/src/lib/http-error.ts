import {
  type AccessEndedReason,
  accessEndedReason,
  ENDED_REASON_PARAM,
  type ErrorBody,
  errorBody,
  fillIn,
  RETRY_AFTER_PARAM,
} from '@secure-preview/contracts';
import * as z from 'zod/mini';
import type { Messages } from '../messages/en.js';

/**
 * A response that is not OK. The message is `<status>: <body text or status text>`
 * (docs/product.md#messages).
 */
export class HttpError extends Error {
  /** The contract's error body, if the response had one. */
  readonly body: ErrorBody | null;

  constructor(
    readonly status: number,
    statusText: string,
    text: string,
  ) {
    super(`${status}: ${text || statusText}`);
    this.name = 'HttpError';
    this.body = parseBody(text);
  }
}

function parseBody(text: string): ErrorBody | null {
  try {
    const parsed = z.safeParse(errorBody, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Returns the message of an error response: the text of the catalogue for the code of its first invalid field or
 * for its own code. Otherwise returns the text of the server, or `fallback`.
 */
export function serverMessage(
  error: unknown,
  fallback: string,
  { errors, fieldErrors }: Pick<Messages, 'errors' | 'fieldErrors'>,
): string {
  if (!(error instanceof HttpError && error.body)) return fallback;
  const { code, params, message, fieldCodes = {} } = error.body;
  const [field] = Object.values(fieldCodes);
  const fieldText = field && find(fieldErrors, field.code);
  if (fieldText) return fillIn(fieldText, field.params);
  const text = find(errors, code);
  return (text && fillIn(text, params)) || message || fallback;
}

const find = (texts: Partial<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(texts, code) ? texts[code] : undefined;

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof HttpError && error.body?.code === code;
}

/** Returns the milliseconds after which a rejected request may be repeated; undefined for other errors. */
export function retryAfterMs(error: unknown): number | undefined {
  if (!(error instanceof HttpError) || (error.status !== 503 && error.status !== 429)) return undefined;
  const seconds = Number(error.body?.params[RETRY_AFTER_PARAM]);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}

/**
 * Returns whether the session has ended: the message starts with 401 and contains Unauthorized
 * (docs/product.md#messages).
 */
export function isSessionExpired(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('401') && error.message.includes('Unauthorized');
}

/** Returns whether a viewer has to enter the upload password again (docs/product.md#upload-page). */
export function isUploadPasswordMissing(error: unknown): boolean {
  return hasCode(error, 'UPLOAD_PASSWORD_REQUIRED');
}

/** Returns why the visitor's access has ended; undefined for other errors (docs/product.md#access). */
export function endedReason(error: unknown): AccessEndedReason | undefined {
  return error instanceof HttpError ? endedReasonIn(error.body) : undefined;
}

/** Like {@link endedReason}, for the text of a response. */
export const endedReasonInText = (text: string): AccessEndedReason | undefined =>
  endedReasonIn(parseBody(text));

function endedReasonIn(body: ErrorBody | null): AccessEndedReason | undefined {
  if (body?.code !== 'ACCESS_ENDED') return undefined;
  // A newer gateway may send reasons that this version does not recognize.
  return accessEndedReason.safeParse(body.params[ENDED_REASON_PARAM]).data ?? 'visitEnded';
}

/**
 * Statuses below 500 after which the same request may succeed later.
 */
const RETRYABLE_STATUSES = new Set([401, 403, 408, 425, 429]);

/**
 * Returns whether the same request can never succeed. Validation errors do not count, because the visitor can
 * correct the input.
 */
export function isPermanentRejection(error: unknown): boolean {
  if (!(error instanceof HttpError) || error.status >= 500 || RETRYABLE_STATUSES.has(error.status))
    return false;
  return !hasCode(error, 'VALIDATION_FAILED');
}
