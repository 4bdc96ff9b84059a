import { S3Error } from '../../s3-error.js';
import { encodeRfc3986 } from '../../signature/canonical-request.js';
import { type ListPosition, listPage, readKeys } from '../../storage/key-listing.js';
import type { ObjectRecord } from '../../storage/object-record.js';
import { type RequestContext, sendXml } from '../request-context.js';
import type { S3Request } from '../s3-request.js';
import { element, textElement, xmlDocument } from '../xml.js';

/** Limit of S3 for the entries of one page. */
const MAX_PAGE = 1000;

function writeToken(position: ListPosition): string {
  return Buffer.from(`${position.kind}:${position.text}`).toString('base64url');
}

function readToken(token: string | undefined): ListPosition | undefined {
  if (token === undefined) return undefined;
  const [, kind, text = ''] = /^(key|group):(.+)$/s.exec(Buffer.from(token, 'base64url').toString()) ?? [];
  if (kind === 'key' || kind === 'group') return { kind, text };
  throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect');
}

function readLimit(request: S3Request): number {
  const text = request.parameter('max-keys') || String(MAX_PAGE);
  if (!/^\d{1,10}$/.test(text)) throw new S3Error('InvalidArgument', 'Provided max-keys is not a number.');
  return Math.min(Number(text), MAX_PAGE);
}

function readEncoding(request: S3Request): (text: string) => string {
  const encoding = request.parameter('encoding-type') || undefined;
  if (encoding === undefined) return (text) => text;
  if (encoding !== 'url')
    throw new S3Error('InvalidArgument', 'Invalid Encoding Method specified in Request');
  return (text) => text.split('/').map(encodeRfc3986).join('/');
}

function contents({ key, size, etag, lastModified }: ObjectRecord, encode: (text: string) => string): string {
  return element('Contents', [
    textElement('Key', encode(key)),
    textElement('LastModified', new Date(lastModified).toISOString()),
    textElement('ETag', `"${etag}"`),
    textElement('Size', size),
    textElement('StorageClass', 'STANDARD'),
  ]);
}

/** ListObjectsV2. */
export async function listObjects({ request, response, files }: RequestContext): Promise<void> {
  if (request.parameter('list-type') !== '2') {
    throw new S3Error('NotImplemented', 'ListObjectsV2 (list-type=2) is the only supported listing.');
  }
  const limit = readLimit(request);
  const encode = readEncoding(request);
  const token = request.parameter('continuation-token');
  const from = readToken(token);
  const [prefix = '', delimiter = '', startAfter = ''] = ['prefix', 'delimiter', 'start-after'].map(
    request.parameter,
  );
  await files.requireBucket(request.bucket);
  const allKeys = await readKeys(files.objectsFolder(request.bucket));
  const page = listPage(allKeys, { prefix, delimiter, startAfter, limit, from });

  const records: ObjectRecord[] = [];
  for (const key of page.keys) {
    const record = await files.stat(request.bucket, key);
    // The object may have been deleted since the names were read.
    if (record) records.push(record);
  }
  sendXml(
    response,
    200,
    xmlDocument('ListBucketResult', [
      textElement('Name', request.bucket),
      textElement('Prefix', encode(prefix)),
      ...(delimiter ? [textElement('Delimiter', encode(delimiter))] : []),
      ...(startAfter ? [textElement('StartAfter', encode(startAfter))] : []),
      ...(request.parameter('encoding-type') ? [textElement('EncodingType', 'url')] : []),
      textElement('MaxKeys', limit),
      textElement('KeyCount', records.length + page.commonPrefixes.length),
      textElement('IsTruncated', page.next !== undefined),
      ...(token ? [textElement('ContinuationToken', token)] : []),
      ...(page.next ? [textElement('NextContinuationToken', writeToken(page.next))] : []),
      ...records.map((record) => contents(record, encode)),
      ...page.commonPrefixes.map((text) => element('CommonPrefixes', [textElement('Prefix', encode(text))])),
    ]),
  );
}
