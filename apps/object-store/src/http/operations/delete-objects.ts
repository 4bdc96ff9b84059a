import { S3Error } from '../../s3-error.js';
import { expectedDigests, readDocument } from '../request-body.js';
import { type RequestContext, sendXml } from '../request-context.js';
import { element, parseXml, textElement, xmlDocument } from '../xml.js';

/** Limit of S3 for the keys in one DeleteObjects request. */
const MAX_KEYS = 1000;

/** DeleteObject. */
export async function deleteObject({ request, response, files }: RequestContext): Promise<void> {
  await files.requireBucket(request.bucket);
  await files.remove(request.bucket, [request.key]);
  response.writeHead(204).end();
}

function readKeys(xml: string): { keys: string[]; quiet: boolean } {
  const root = parseXml(xml);
  const objects = root.children.filter(({ name }) => name === 'Object');
  if (root.name !== 'Delete' || objects.length === 0 || objects.length > MAX_KEYS) {
    throw new S3Error('MalformedXML', `A Delete document must contain 1 to ${MAX_KEYS} objects.`);
  }
  const keys = objects.map(({ children }) => {
    const key = children.find(({ name }) => name === 'Key')?.text;
    if (!key) throw new S3Error('MalformedXML', 'Each Object needs a Key.');
    const other = children.find(({ name }) => name !== 'Key');
    if (other) throw new S3Error('NotImplemented', `${other.name} of an object to delete is not supported.`);
    return key;
  });
  const quiet = root.children.find(({ name }) => name === 'Quiet')?.text.trim() === 'true';
  return { keys, quiet };
}

function requireDigest(context: RequestContext): void {
  const { md5, checksums = {} } = expectedDigests(context);
  if (md5 !== undefined || Object.values(checksums).some((checksum) => checksum !== undefined)) return;
  throw new S3Error(
    'InvalidRequest',
    'Missing required header for this request: Content-MD5 OR x-amz-checksum-*',
  );
}

/** DeleteObjects. */
export async function deleteObjects(context: RequestContext): Promise<void> {
  const { request, response, files } = context;
  requireDigest(context);
  await files.requireBucket(request.bucket);
  const { keys, quiet } = readKeys((await readDocument(context)).toString());
  await files.remove(request.bucket, keys);
  const deleted = quiet ? [] : keys.map((key) => element('Deleted', [textElement('Key', key)]));
  sendXml(response, 200, xmlDocument('DeleteResult', deleted));
}
