import { type ErrorBody, errorBody } from '@secure-preview/contracts';
import * as z from 'zod/mini';

/** An answer that is not OK. The message is `<status>: <body text or status text>` (spec section 7). */
export class HttpError extends Error {
  /** The contract's error body, when the answer carried one. */
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

/** The server's sentence for the visitor, else `fallback`. */
export function serverMessage(error: unknown, fallback: string): string {
  return (error instanceof HttpError && error.body?.message) || fallback;
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof HttpError && error.body?.code === code;
}

/** The session is gone: the answer starts with 401 and contains Unauthorized (spec section 8). */
export function isSessionExpired(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('401') && error.message.includes('Unauthorized');
}

/** Signed in, but the upload password has to be entered again (product.md, detail 8). */
export function isUploadPasswordMissing(error: unknown): boolean {
  return hasCode(error, 'UPLOAD_PASSWORD_REQUIRED');
}
