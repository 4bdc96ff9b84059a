import { HttpError, serverMessage } from '../../../lib/http-error.js';
import type { Messages } from '../../../messages/en.js';

/**
 * Outcome of the request: the upload level has ended, the file is permanently rejected, or a retry may help.
 */
type Outcome = 'access-lost' | 'refused' | 'failed';

/** Error for a failed request of an upload address. The message is for the administrator. */
export class UploadAddressError extends Error {
  constructor(
    message: string,
    readonly outcome: Outcome,
    cause: unknown,
  ) {
    super(message, { cause });
    this.name = 'UploadAddressError';
  }
}

/** @param fallback message if the portal's response gives no reason */
export function uploadAddressError(cause: unknown, fallback: string, messages: Messages): UploadAddressError {
  const status = cause instanceof HttpError ? cause.status : 0;
  if (status === 413 || status === 422) {
    return new UploadAddressError(serverMessage(cause, fallback, messages), 'refused', cause);
  }
  return new UploadAddressError(fallback, status === 401 || status === 403 ? 'access-lost' : 'failed', cause);
}
