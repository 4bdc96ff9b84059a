import {
  CreateBucketCommand,
  HeadBucketCommand,
  PutBucketCorsCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { BucketMissingError } from '../object-store.js';
import { storeStatus } from './s3-errors.js';

/** Allows any origin, because URLs are useless without a signature and requests contain no cookies. */
const CORS_RULES = [
  {
    AllowedOrigins: ['*'],
    AllowedMethods: ['GET', 'HEAD', 'PUT'],
    AllowedHeaders: ['*'],
    ExposeHeaders: ['ETag', 'Content-Length', 'Content-Range'],
    MaxAgeSeconds: 3600,
  },
];
const ALREADY_EXISTS = new Set(['BucketAlreadyOwnedByYou', 'BucketAlreadyExists']);

/**
 * Returns whether the store lacks the call or denies it to this key pair. The operator of the store then sets the CORS
 * rules.
 */
function isUnsupported(error: unknown): boolean {
  const status = storeStatus(error);
  return status !== undefined && [403, 405, 501].includes(status);
}

/**
 * Allows requests from pages of any origin.
 *
 * @param mayCreate called only when the bucket is missing; returns whether it may be created
 * @throws BucketMissingError
 */
export async function prepareBucket(
  client: S3Client,
  Bucket: string,
  mayCreate: () => Promise<boolean>,
): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
  } catch (error) {
    if (storeStatus(error) !== 404) throw error;
    if (!(await mayCreate())) throw new BucketMissingError(Bucket);
    await client.send(new CreateBucketCommand({ Bucket })).catch((failure: Error) => {
      if (!ALREADY_EXISTS.has(failure.name)) throw failure;
    });
  }
  await client
    .send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: CORS_RULES } }))
    .catch((error: unknown) => {
      if (!isUnsupported(error)) throw error;
    });
}
