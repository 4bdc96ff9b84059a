import { validateHeaderValue } from 'node:http';
import { S3Error } from '../s3-error.js';
import type { ObjectRecord } from '../storage/object-record.js';
import type { S3Request } from './s3-request.js';

/**
 * Standard headers stored with an object. `response-<name>` in the query of a read overrides the stored header.
 */
const STORED_HEADERS = [
  'content-type',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
] as const;

const DEFAULT_CONTENT_TYPE = 'binary/octet-stream';

const METADATA_PREFIX = 'x-amz-meta-';

/** Limit of S3 for all user metadata of an object, names and values, in bytes. */
const MAX_METADATA_BYTES = 2048;

/** Unsupported headers that would change the meaning of a write. They are rejected, not ignored. */
const REFUSED =
  /^x-amz-(copy-|tagging$|server-side-encryption|object-lock-|website-redirect|grant-|write-offset)/;

function requireSendable(name: string, value: string): string {
  try {
    validateHeaderValue(name, value);
  } catch {
    throw new S3Error('InvalidArgument', `${name} contains characters that are not allowed in headers.`);
  }
  return value;
}

function readMetadata(request: S3Request): Record<string, string> {
  const names = [...Object.keys(request.headers), ...request.query.map(([name]) => name.toLowerCase())];
  const entries = names
    .filter((name) => name.startsWith(METADATA_PREFIX))
    .map((name) => [name.slice(METADATA_PREFIX.length), requireSendable(name, request.header(name) ?? '')]);
  const metadata = Object.fromEntries(entries);
  const bytes = Object.entries(metadata).reduce(
    (sum, pair) => sum + Buffer.byteLength(pair.join(''), 'latin1'),
    0,
  );
  if (bytes > MAX_METADATA_BYTES) {
    throw new S3Error('MetadataTooLarge', 'Your metadata headers exceed the maximum allowed metadata size.');
  }
  return metadata;
}

function refuseUnsupported(request: S3Request): void {
  const names = [...Object.keys(request.headers), ...request.query.map(([name]) => name.toLowerCase())];
  const refused = names.find((name) => REFUSED.test(name));
  if (refused) throw new S3Error('NotImplemented', `${refused} is not supported.`);
  if ((request.header('x-amz-acl') ?? 'private') !== 'private') {
    throw new S3Error('NotImplemented', 'Objects are private; no other ACL is supported.');
  }
  if ((request.header('x-amz-storage-class') ?? 'STANDARD') !== 'STANDARD') {
    throw new S3Error('NotImplemented', 'Only the storage class STANDARD is supported.');
  }
}

/**
 * Reads the headers that a write stores with its object.
 *
 * @throws S3Error NotImplemented for a feature that this server lacks, MetadataTooLarge, InvalidArgument
 */
export function readObjectHeaders(request: S3Request): Pick<ObjectRecord, 'headers' | 'metadata'> {
  refuseUnsupported(request);
  const headers: Record<string, string> = { 'content-type': DEFAULT_CONTENT_TYPE };
  for (const name of STORED_HEADERS) {
    const value = request.header(name);
    if (value) headers[name] = value;
  }
  if (/\baws-chunked\b/.test(headers['content-encoding'] ?? '')) {
    throw new S3Error('NotImplemented', 'The content encoding aws-chunked is not supported.');
  }
  return { headers, metadata: readMetadata(request) };
}

/** Returns the headers of a response about an object. */
export function answerHeaders(request: S3Request, record: ObjectRecord): Record<string, string> {
  const headers: Record<string, string> = {
    ...record.headers,
    etag: `"${record.etag}"`,
    'last-modified': new Date(record.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
  };
  for (const [name, value] of Object.entries(record.metadata)) headers[`${METADATA_PREFIX}${name}`] = value;
  for (const name of STORED_HEADERS) {
    const value = request.parameter(`response-${name}`);
    if (value !== undefined) headers[name] = requireSendable(name, value);
  }
  return headers;
}
