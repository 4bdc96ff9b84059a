import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  DeleteObjectsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { type ChildStore, CREDENTIALS, REGION, startChildStore } from './child-store.js';

interface StoreLocation {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly credentials: typeof CREDENTIALS;
}

type ClientOptions = Omit<StoreLocation, 'bucket'> & { readonly maxAttempts?: number };

/** The server that the suite runs against. */
export interface Target extends StoreLocation {
  readonly client: S3Client;
  /** Prefix of every key of this test file, so that other objects in a real bucket stay untouched. */
  readonly prefix: string;
  /** Set only for this repository's store, not for a real server. */
  readonly own?: { readonly store: ChildStore; readonly root: string; readonly dataDir: string };
  close(): Promise<void>;
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`S3_ENDPOINT is set, so ${name} must be too`);
  return value;
}

export function clientFor({ endpoint, region, credentials, maxAttempts = 3 }: ClientOptions): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials,
    maxAttempts,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

async function removeAll(client: S3Client, bucket: string, prefix: string): Promise<void> {
  for (;;) {
    const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }));
    const objects = (page.Contents ?? []).map(({ Key }) => ({ Key }));
    if (objects.length === 0) return;
    await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: objects, Quiet: true } }),
    );
  }
}

/** Tests a behaviour of this store alone. The portal does not rely on it, and SeaweedFS 4.40 lacks it. */
export const itOfThisStore = process.env['S3_ENDPOINT'] ? it.skip : it;

/** Starts this repository's store, or uses the real server that `S3_ENDPOINT` names. */
export async function openTarget(): Promise<Target> {
  const prefix = `conformance-${randomUUID()}/`;
  if (process.env['S3_ENDPOINT']) {
    const location = {
      endpoint: process.env['S3_ENDPOINT'],
      region: setting('S3_REGION'),
      bucket: setting('S3_BUCKET'),
      credentials: {
        accessKeyId: setting('S3_ACCESS_KEY_ID'),
        secretAccessKey: setting('S3_SECRET_ACCESS_KEY'),
      },
    };
    const client = clientFor(location);
    const close = async () => {
      await removeAll(client, location.bucket, prefix);
      client.destroy();
    };
    return { ...location, prefix, client, close };
  }
  const root = await mkdtemp(join(tmpdir(), 'object-store-'));
  const dataDir = join(root, 'data');
  const store = await startChildStore(dataDir);
  const location = { endpoint: store.url, region: REGION, bucket: 'conformance', credentials: CREDENTIALS };
  const client = clientFor(location);
  await client.send(new CreateBucketCommand({ Bucket: location.bucket }));
  const close = async () => {
    client.destroy();
    await store.stop();
    await rm(root, { recursive: true });
  };
  return { ...location, prefix, client, own: { store, root, dataDir }, close };
}
