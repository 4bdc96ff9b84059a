import { pipeline } from 'node:stream/promises';
import { S3Error } from '../../s3-error.js';
import type { ObjectRecord } from '../../storage/object-record.js';
import type { OpenObject } from '../../storage/open-object.js';
import { type ByteRange, parseRange } from '../byte-range.js';
import { answerHeaders } from '../object-headers.js';
import { checkPreconditions, rangeApplies } from '../preconditions.js';
import type { RequestContext } from '../request-context.js';

function requestedRange({ request }: RequestContext, record: ObjectRecord): ByteRange | undefined {
  if (!rangeApplies(request.header, record)) return undefined;
  const range = parseRange(request.header('range'), record.size);
  if (range !== 'unsatisfiable') return range;
  throw new S3Error('InvalidRange', 'The requested range is not satisfiable', {
    RangeRequested: request.header('range') ?? '',
    ActualObjectSize: String(record.size),
  });
}

/** Writes status and headers. Returns the part of the body that belongs to the response. */
function writeHead(context: RequestContext, record: ObjectRecord): { start: number; end: number } {
  const { request, response } = context;
  const headers = answerHeaders(request, record);
  const state = checkPreconditions(request.header, record);
  if (state === 'failed') {
    throw new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
  }
  if (state === 'not modified') {
    const { 'content-type': _type, ...withoutBody } = headers;
    response.writeHead(304, withoutBody);
    return { start: 0, end: 0 };
  }
  const range = requestedRange(context, record);
  const start = range?.start ?? 0;
  const end = range ? range.end + 1 : record.size;
  headers['content-length'] = String(end - start);
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${record.size}`;
  response.writeHead(range ? 206 : 200, headers);
  return { start, end };
}

async function answer(context: RequestContext, object: OpenObject): Promise<void> {
  const { response } = context;
  const { start, end } = writeHead(context, object.record);
  const body = start === end ? undefined : object.read(start, end);
  if (body === undefined || Buffer.isBuffer(body)) response.end(body);
  else await pipeline(body, response);
}

async function refuseMissing({ request, files }: RequestContext): Promise<never> {
  await files.requireBucket(request.bucket);
  throw new S3Error('NoSuchKey', 'The specified key does not exist.', { Key: request.key });
}

/** GetObject. */
export async function getObject(context: RequestContext): Promise<void> {
  const { request, files } = context;
  const object = (await files.open(request.bucket, request.key)) ?? (await refuseMissing(context));
  try {
    await answer(context, object);
  } finally {
    await object.close();
  }
}

/** HeadObject. */
export async function headObject(context: RequestContext): Promise<void> {
  const { request, response, files } = context;
  const record = (await files.stat(request.bucket, request.key)) ?? (await refuseMissing(context));
  writeHead(context, record);
  response.end();
}
