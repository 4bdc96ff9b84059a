import { S3Error } from '../../s3-error.js';
import { readDocument } from '../request-body.js';
import { type RequestContext, sendXml } from '../request-context.js';
import { parseXml } from '../xml.js';

/** CreateBucket. Creating an existing bucket succeeds, since all buckets have the same owner. */
export async function createBucket(context: RequestContext): Promise<void> {
  const { request, response, files } = context;
  await readDocument(context);
  await files.createBucket(request.bucket);
  response.writeHead(200, { location: `/${request.bucket}`, 'content-length': 0 }).end();
}

/** HeadBucket. */
export async function headBucket({ request, response, files }: RequestContext): Promise<void> {
  await files.requireBucket(request.bucket);
  response.writeHead(200, { 'content-length': 0 }).end();
}

/** PutBucketCors. The rules are stored and returned, without effect: pages of any origin are allowed. */
export async function putBucketCors(context: RequestContext): Promise<void> {
  const { request, response, files } = context;
  await files.requireBucket(request.bucket);
  const xml = await readDocument(context);
  if (parseXml(xml.toString()).name !== 'CORSConfiguration') {
    throw new S3Error('MalformedXML', 'Expecting a CORSConfiguration document.');
  }
  await files.writeCors(request.bucket, xml);
  response.writeHead(200, { 'content-length': 0 }).end();
}

/** GetBucketCors. */
export async function getBucketCors({ request, response, files }: RequestContext): Promise<void> {
  await files.requireBucket(request.bucket);
  const xml = await files.readCors(request.bucket);
  if (!xml) throw new S3Error('NoSuchCORSConfiguration', 'The CORS configuration does not exist');
  sendXml(response, 200, xml.toString());
}
