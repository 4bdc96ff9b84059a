import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { type ChildStore, CREDENTIALS, REGION, startChildStore } from './conformance/testing/child-store.js';
import { send } from './conformance/testing/http-client.js';
import { presignGet } from './conformance/testing/presign.js';
import { clientFor } from './conformance/testing/target.js';

const BUCKET = 'files';
const DEADLINE = 10_000;

let dataDir: string;
let store: ChildStore;
let client: S3Client;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'object-store-'));
  store = await startChildStore(dataDir);
  client = clientFor({ endpoint: store.url, region: REGION, credentials: CREDENTIALS });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  // The large object does not fit into the buffers of a connection.
  for (const [key, size] of Object.entries({ small: 1000, large: 64_000_000 }))
    await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: Buffer.alloc(size) }));
});
afterAll(async () => {
  client?.destroy();
  await store?.stop();
  await rm(dataDir, { recursive: true });
});

/** Returns the number of files in the data folder that the store has open. */
async function openFiles(): Promise<number> {
  const folder = `/proc/${store.process.pid}/fd`;
  const targets = (await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => ''));
  return (await Promise.all(targets)).filter((path) => path.startsWith(dataDir)).length;
}

async function untilClosed(): Promise<void> {
  const deadline = Date.now() + DEADLINE;
  while ((await openFiles()) > 0) {
    if (Date.now() > deadline) throw new Error('the store left files open');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const url = (key: string) => presignGet({ client, bucket: BUCKET }, key);

it.each(['small', 'large'])('closes the file of a %s object after each kind of response', async (key) => {
  const { headers } = await send(await url(key));
  const conditions = [
    { 'if-none-match': String(headers.etag) },
    { 'if-match': '"other"' },
    { range: 'bytes=1-2' },
    { range: 'bytes=99999999-' },
  ];
  const answers = [];
  for (const condition of conditions) answers.push(await send(await url(key), { headers: condition }));
  expect(answers.map(({ status }) => status)).toEqual([304, 412, 206, 416]);
  await untilClosed();
});

it('closes the file when the client disconnects during the response', async () => {
  const [response] = await once(get(await url('large')), 'response');
  await once(response, 'readable');
  expect(await openFiles()).toBe(1);
  response.destroy();
  await untilClosed();
});
