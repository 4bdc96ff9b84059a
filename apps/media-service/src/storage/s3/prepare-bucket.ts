import {
  CreateBucketCommand,
  HeadBucketCommand,
  PutBucketCorsCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { BucketMissingError } from '../object-store.js';
import { storeStatus } from './s3-errors.js';

/** Any origin: an address is useless without its signature, and no cookie is ever sent to the store. */
const CORS_RULES = [
  {
    AllowedOrigins: ['*'],
    AllowedMethods: ['GET', 'HEAD', 'PUT'],
    AllowedHeaders: ['*'],
    ExposeHeaders: ['ETag', 'Content-Length', 'Content-Range'],
    MaxAgeSeconds: 3600,
  },
];
const ALREADY_THERE = new Set(['BucketAlreadyOwnedByYou', 'BucketAlreadyExists']);

/**
 * Returns whether the store lacks the call or denies it to this key pair. Its operator has then set the
 * rules.
 */
function isUnsupported(error: unknown): boolean {
  const status = storeStatus(error);
  return status !== undefined && [403, 405, 501].includes(status);
}

/**
 * Allows requests from pages of any origin.
 *
 * @param mayMake called only when the bucket is missing; returns whether it may be created
 * @throws BucketMissingError
 */
export async function prepareBucket(
  client: S3Client,
  Bucket: string,
  mayMake: () => Promise<boolean>,
): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
  } catch (error) {
    if (storeStatus(error) !== 404) throw error;
    if (!(await mayMake())) throw new BucketMissingError(Bucket);
    await client.send(new CreateBucketCommand({ Bucket })).catch((failure: Error) => {
      if (!ALREADY_THERE.has(failure.name)) throw failure;
    });
  }
  await client
    .send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: CORS_RULES } }))
    .catch((error: unknown) => {
      if (!isUnsupported(error)) throw error;
    });
}
