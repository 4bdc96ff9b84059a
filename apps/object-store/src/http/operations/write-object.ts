import { S3Error } from '../../s3-error.js';
import { objectExists } from '../../storage/object-files.js';
import { readObjectHeaders } from '../object-headers.js';
import { bodyChunks, expectedDigests } from '../request-body.js';
import type { RequestContext } from '../request-context.js';

function contentLength({ request, maxObjectBytes }: RequestContext): number {
  const text = request.header('content-length');
  if (text === undefined) {
    throw new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header.');
  }
  const size = Number(text);
  if (size > maxObjectBytes) {
    const details = { ProposedSize: text, MaxSizeAllowed: String(maxObjectBytes) };
    throw new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', details);
  }
  return size;
}

function onlyIfAbsent({ request }: RequestContext): boolean {
  const ifNoneMatch = request.header('if-none-match');
  if (request.header('if-match') !== undefined || (ifNoneMatch !== undefined && ifNoneMatch.trim() !== '*')) {
    throw new S3Error('NotImplemented', '"If-None-Match: *" is the only supported condition of a write.');
  }
  return ifNoneMatch !== undefined;
}

/** Handles PutObject. Rejects invalid requests by their headers, before it requests the body. */
export async function writeObject(context: RequestContext): Promise<void> {
  const { request, response, files, message } = context;
  const described = {
    ...readObjectHeaders(request),
    size: contentLength(context),
    digests: expectedDigests(context),
    onlyIfAbsent: onlyIfAbsent(context),
  };
  await files.requireBucket(request.bucket);
  if (described.onlyIfAbsent && (await files.stat(request.bucket, request.key))) throw objectExists();
  context.acceptBody();
  const record = await files.write(request.bucket, request.key, { ...described, body: bodyChunks(message) });
  response.writeHead(200, { etag: `"${record.etag}"`, 'content-length': 0 }).end();
}
