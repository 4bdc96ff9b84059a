import { pipeline } from 'node:stream/promises';
import { S3Error } from '../../s3-error.js';
import type { OpenObject } from '../../storage/object-files.js';
import { type ByteRange, parseRange } from '../byte-range.js';
import { answerHeaders } from '../object-headers.js';
import { checkPreconditions, rangeApplies } from '../preconditions.js';
import type { RequestContext } from '../request-context.js';

/** Bytes per read from disk: enough to keep the disk busy, and small enough for hundreds of readers. */
const READ_SIZE = 256 * 1024;

function requestedRange({ request }: RequestContext, { record }: OpenObject): ByteRange | undefined {
  if (!rangeApplies(request.header, record)) return undefined;
  const range = parseRange(request.header('range'), record.size);
  if (range !== 'unsatisfiable') return range;
  throw new S3Error('InvalidRange', 'The requested range is not satisfiable', {
    RangeRequested: request.header('range') ?? '',
    ActualObjectSize: String(record.size),
  });
}

async function answer(context: RequestContext, object: OpenObject): Promise<void> {
  const { request, response } = context;
  const { record, file } = object;
  const headers = answerHeaders(request, record);
  const state = checkPreconditions(request.header, record);
  if (state === 'failed') {
    throw new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
  }
  if (state === 'not modified') {
    const { 'content-type': _type, ...withoutBody } = headers;
    response.writeHead(304, withoutBody).end();
    return;
  }
  const range = requestedRange(context, object);
  const start = range?.start ?? 0;
  const length = (range ? range.end + 1 : record.size) - start;
  headers['content-length'] = String(length);
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${record.size}`;
  response.writeHead(range ? 206 : 200, headers);
  if (request.method === 'HEAD' || length === 0) {
    response.end();
    return;
  }
  const body = file.createReadStream({
    start,
    end: start + length - 1,
    highWaterMark: READ_SIZE,
    autoClose: false,
  });
  await pipeline(body, response);
}

/** GetObject and HeadObject. */
export async function readObject(context: RequestContext): Promise<void> {
  const { request, files } = context;
  const object = await files.open(request.bucket, request.key);
  if (!object) {
    await files.requireBucket(request.bucket);
    throw new S3Error('NoSuchKey', 'The specified key does not exist.', { Key: request.key });
  }
  try {
    await answer(context, object);
  } finally {
    await object.file.close();
  }
}
