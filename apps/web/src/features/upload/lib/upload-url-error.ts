import { HttpError, serverMessage } from '../../../lib/http-error.js';
import type { AllMessages } from '../../../messages/upload-page/use-upload-page-messages.js';

/**
 * Outcome of the request: the upload level has ended, the file is permanently rejected, or a retry may help.
 */
type Outcome = 'access-lost' | 'refused' | 'failed';

/** Error for a failed request of an upload URL. The message is for the administrator. */
export class UploadUrlError extends Error {
  constructor(
    message: string,
    readonly outcome: Outcome,
    cause: unknown,
  ) {
    super(message, { cause });
    this.name = 'UploadUrlError';
  }
}

/** @param fallback message if the portal's response gives no reason */
export function uploadUrlError(cause: unknown, fallback: string, messages: AllMessages): UploadUrlError {
  const status = cause instanceof HttpError ? cause.status : 0;
  if (status === 413 || status === 422) {
    return new UploadUrlError(serverMessage(cause, fallback, messages), 'refused', cause);
  }
  return new UploadUrlError(fallback, status === 401 || status === 403 ? 'access-lost' : 'failed', cause);
}
