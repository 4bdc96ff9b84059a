import {
  GetObjectCommand,
  type GetObjectCommandInput,
  PutObjectCommand,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Target } from './target.js';

interface Signing {
  readonly expiresIn?: number;
  readonly signingDate?: Date;
  /** Headers that the client must then send unchanged, such as `content-type`. */
  readonly signed?: readonly string[];
}

function options({ expiresIn = 60, signingDate, signed = [] }: Signing) {
  return { expiresIn, ...(signingDate && { signingDate }), signableHeaders: new Set(['host', ...signed]) };
}

type Without<T> = Omit<T, 'Bucket' | 'Key'>;

/** Returns a URL that puts an object. */
export function presignPut(
  { client, bucket }: Pick<Target, 'client' | 'bucket'>,
  key: string,
  input: Without<PutObjectCommandInput> = {},
  signing: Signing = {},
): Promise<string> {
  return getSignedUrl(client, new PutObjectCommand({ Bucket: bucket, Key: key, ...input }), options(signing));
}

/** Returns a URL that gets an object. */
export function presignGet(
  { client, bucket }: Pick<Target, 'client' | 'bucket'>,
  key: string,
  input: Without<GetObjectCommandInput> = {},
  signing: Signing = {},
): Promise<string> {
  return getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: key, ...input }), options(signing));
}
