import { S3ServiceException } from '@aws-sdk/client-s3';
import { AppError, RETRY_AFTER_PARAM } from '@secure-preview/contracts';

/** Returns the HTTP status of the store's response; undefined without a response. */
export function storeStatus(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/** Returns whether the bucket is missing. */
export function isBucketMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === 'NoSuchBucket';
}

/** Returns whether the status is 404, or 412 for an ETag that does not match. */
export function isMissingOrChanged(error: unknown): boolean {
  if (isBucketMissing(error)) return false;
  const status = storeStatus(error);
  return status === 404 || status === 412;
}

/** Creates the error for a failed request to the store, with a retry after 5 seconds. */
export function storageUnavailable(cause: unknown): AppError {
  return new AppError('SERVICE_UNAVAILABLE', { params: { [RETRY_AFTER_PARAM]: 5 }, cause });
}
