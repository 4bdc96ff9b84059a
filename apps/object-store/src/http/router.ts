import { S3Error } from '../s3-error.js';
import { createBucket, getBucketCors, headBucket, putBucketCors } from './operations/buckets.js';
import { deleteObject, deleteObjects } from './operations/delete-objects.js';
import { listObjects } from './operations/list-objects.js';
import { getObject, headObject } from './operations/read-object.js';
import { writeObject } from './operations/write-object.js';
import type { RequestContext } from './request-context.js';
import type { S3Request } from './s3-request.js';

type Operation = (context: RequestContext) => Promise<void>;

/**
 * Query parameters that select another operation, from the S3 API reference. Unsupported parameters must be listed too.
 * Otherwise `PUT /bucket/key?acl` would replace the object of the key.
 */
const SUBRESOURCES = new Set([
  'accelerate',
  'acl',
  'analytics',
  'attributes',
  'cors',
  'delete',
  'encryption',
  'intelligent-tiering',
  'inventory',
  'legal-hold',
  'lifecycle',
  'location',
  'logging',
  'metadataConfiguration',
  'metadataTable',
  'metrics',
  'notification',
  'object-lock',
  'ownershipControls',
  'partNumber',
  'policy',
  'policyStatus',
  'publicAccessBlock',
  'renameObject',
  'replication',
  'requestPayment',
  'restore',
  'retention',
  'select',
  'session',
  'tagging',
  'torrent',
  'uploadId',
  'uploads',
  'versionId',
  'versioning',
  'versions',
  'website',
]);

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'PUT bucket': createBucket,
  'HEAD bucket': headBucket,
  'GET bucket': listObjects,
  'PUT bucket?cors': putBucketCors,
  'GET bucket?cors': getBucketCors,
  'POST bucket?delete': deleteObjects,
  'PUT object': writeObject,
  'GET object': getObject,
  'HEAD object': headObject,
  'DELETE object': deleteObject,
};

/** @throws S3Error NotImplemented */
export function findOperation(request: S3Request): Operation {
  const level = request.key !== '' ? 'object' : request.bucket !== '' ? 'bucket' : 'service';
  const subresource = request.query.map(([name]) => name).find((name) => SUBRESOURCES.has(name));
  const name = `${request.method} ${level}${subresource === undefined ? '' : `?${subresource}`}`;
  const operation = OPERATIONS[name];
  if (!operation) throw new S3Error('NotImplemented', `${name} is not implemented by this server.`);
  return operation;
}
