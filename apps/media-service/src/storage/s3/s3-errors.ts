import { S3ServiceException } from '@aws-sdk/client-s3';
import { AppError, RETRY_AFTER_PARAM } from '@secure-preview/contracts';

/** HTTP status that the store answered with; undefined when it did not answer. */
export function storeStatus(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/** The whole bucket is missing, which says nothing of the object that was asked for. */
export function isBucketMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.name === 'NoSuchBucket';
}

/** 404, or 412 when a pinned ETag no longer matches. */
export function isMissingOrChanged(error: unknown): boolean {
  if (isBucketMissing(error)) return false;
  const status = storeStatus(error);
  return status === 404 || status === 412;
}

/** What a caller is told when the store does not do what it was asked: to come back in a few seconds. */
export function storageUnavailable(cause: unknown): AppError {
  return new AppError('SERVICE_UNAVAILABLE', { params: { [RETRY_AFTER_PARAM]: 5 }, cause });
}
