import type { IncomingMessage } from 'node:http';
import { S3Error } from '../s3-error.js';
import type { SignableRequest } from '../signature/canonical-request.js';

/** Limit of S3 for a key, in bytes of UTF-8. */
const MAX_KEY_BYTES = 1024;

/** A parsed S3 request, path style: `/bucket/key`. */
export interface S3Request extends SignableRequest {
  /** Empty for a request to the service. */
  readonly bucket: string;
  /** Empty for a request to a bucket. */
  readonly key: string;
  /** Returns the value of a header. A presigned query may contain `x-amz-*` headers instead. */
  header(name: string): string | undefined;
  /** Returns the first value of a query parameter. */
  parameter(name: string): string | undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI', 'The URI is not valid percent-encoded UTF-8.');
  }
}

function parseQuery(query: string): Array<readonly [string, string]> {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.replaceAll('+', ' ').split('=');
      return [decode(name), decode(value.join('='))] as const;
    });
}

function checkNames(bucket: string, key: string): void {
  if (bucket !== '' && (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || bucket.includes('..'))) {
    throw new S3Error('InvalidBucketName', 'The specified bucket is not valid.', { BucketName: bucket });
  }
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw new S3Error('KeyTooLongError', 'Your key is too long');
  if (key.includes('\0')) throw new S3Error('InvalidArgument', 'A key must not contain a NUL character.');
}

/**
 * Parses the target of a request. Dots in the path are part of the key and are never resolved.
 *
 * @throws S3Error InvalidURI for a path that is not UTF-8
 */
export function parseS3Request(message: IncomingMessage): S3Request & { checkNames(): void } {
  const target = message.url ?? '';
  if (!target.startsWith('/')) throw new S3Error('InvalidURI', 'The request target must be a path.');
  const queryStart = target.indexOf('?');
  const path = decode(queryStart === -1 ? target : target.slice(0, queryStart));
  const query = queryStart === -1 ? [] : parseQuery(target.slice(queryStart + 1));
  const [, bucket = '', ...rest] = path.split('/');
  const key = rest.join('/');
  const headers = message.headersDistinct;
  const parameter = (name: string) => query.find(([other]) => other === name)?.[1];
  const header = (name: string) => {
    const values = headers[name];
    if (values) return values.join(', ');
    if (!name.startsWith('x-amz-')) return undefined;
    return query.find(([other]) => other.toLowerCase() === name)?.[1];
  };
  return {
    method: message.method ?? '',
    path,
    query,
    headers,
    bucket,
    key,
    header,
    parameter,
    // A separate step after authentication, so that an unauthenticated client gets no error about names.
    checkNames: () => checkNames(bucket, key),
  };
}
