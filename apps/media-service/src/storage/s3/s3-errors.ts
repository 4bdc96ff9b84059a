import { S3ServiceException } from '@aws-sdk/client-s3';
import { AppError, RETRY_AFTER_PARAM } from '@secure-preview/contracts';

/** Returns the HTTP status of the store's answer; undefined when it did not answer. */
export function storeStatus(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/** Returns whether the whole bucket is missing, which says nothing about the requested object. */
export function isBucketMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === 'NoSuchBucket';
}

/** Returns whether the answer is 404, or 412 because a pinned ETag no longer matches. */
export function isMissingOrChanged(error: unknown): boolean {
  if (isBucketMissing(error)) return false;
  const status = storeStatus(error);
  return status === 404 || status === 412;
}

/** Creates the error for a request that the store failed. It asks the caller to retry in 5 seconds. */
export function storageUnavailable(cause: unknown): AppError {
  return new AppError('SERVICE_UNAVAILABLE', { params: { [RETRY_AFTER_PARAM]: 5 }, cause });
}
