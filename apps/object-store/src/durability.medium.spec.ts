import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import {
  type ChildOptions,
  type ChildStore,
  CREDENTIALS,
  REGION,
  startChildStore,
} from './conformance/testing/child-store.js';
import { send } from './conformance/testing/http-client.js';
import { presignPut } from './conformance/testing/presign.js';
import { clientFor } from './conformance/testing/target.js';

const BUCKET = 'durable';
const DEADLINE = 10_000;

let dataDir: string;
let store: ChildStore;
let client: S3Client;

async function start(options: ChildOptions = {}): Promise<void> {
  store = await startChildStore(dataDir, options);
  client = clientFor({ endpoint: store.url, region: REGION, credentials: CREDENTIALS, maxAttempts: 1 });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
}

const put = (key: string, body: string | Buffer) =>
  client.send(new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: body, ContentType: 'video/mp4' }));
const get = async (key: string) => {
  const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }));
  return { body: await Body?.transformToString(), type: ContentType };
};
const incoming = () => readdir(join(dataDir, 'incoming'));

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + DEADLINE;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('the condition was not met in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Starts an upload of `size` bytes, sends only the first half, and waits until the store has created a file for it. */
async function beginUpload(key: string, size: number): Promise<ClientRequest> {
  const url = await presignPut({ client, bucket: BUCKET }, key);
  const before = (await incoming()).length;
  const upload = request(url, { method: 'PUT', headers: { 'content-length': size } });
  upload.on('error', () => undefined);
  upload.write(Buffer.alloc(Math.floor(size / 2), 'x'));
  await until(async () => (await incoming()).length > before);
  return upload;
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'object-store-'));
});
afterEach(async () => {
  client?.destroy();
  await store?.stop('SIGKILL');
  await rm(dataDir, { recursive: true });
});

it('serves its objects after a restart', async () => {
  await start();
  await put('kept', 'body');
  expect(await store.stop()).toBe(0);
  await start();
  expect(await get('kept')).toEqual({ body: 'body', type: 'video/mp4' });
});

it('keeps the old object when killed during an upload, and removes the partial upload', async () => {
  await start();
  await put('replaced', 'old');
  await beginUpload('replaced', 1_000_000);
  await beginUpload('new', 1_000_000);
  await store.stop('SIGKILL');
  expect(await incoming()).toHaveLength(2);
  await start();
  expect(await incoming()).toEqual([]);
  expect(await get('replaced')).toMatchObject({ body: 'old' });
  await expect(get('new')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

it('contains the complete old or new object after every kill', async () => {
  const bodies = ['a', 'b'].map((letter) => letter.repeat(200_000));
  for (let round = 0; round < 5; round++) {
    await start();
    let acknowledged = 0;
    const writer = (async () => {
      for (;;) {
        await put('busy', bodies[acknowledged % 2] ?? '');
        acknowledged++;
      }
    })().catch(() => undefined);
    await until(async () => acknowledged > 2 + round);
    await store.stop('SIGKILL');
    await writer;
    await start();
    const { body = '' } = await get('busy');
    // Either the last acknowledged body, or the body that was being written.
    expect([(acknowledged - 1) % 2, acknowledged % 2].map((n) => bodies[n])).toContain(body);
    await store.stop();
  }
});

it('discards an upload whose client disconnected', async () => {
  await start();
  const upload = await beginUpload('gone', 1_000_000);
  upload.destroy();
  await until(async () => (await incoming()).length === 0);
  await expect(get('gone')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

it('reports a full disk, and keeps running', async () => {
  await start({ fileSizeLimit: 1024 * 1024 });
  await put('kept', 'old');
  const url = await presignPut({ client, bucket: BUCKET }, 'kept');
  const answer = await send(url, { method: 'PUT', body: Buffer.alloc(4 * 1024 * 1024) });
  expect(answer).toMatchObject({ status: 507, code: 'StorageFull' });
  expect(await incoming()).toEqual([]);
  expect(await get('kept')).toMatchObject({ body: 'old' });
  await put('kept', 'new');
  expect(await get('kept')).toMatchObject({ body: 'new' });
});

it('finishes an upload in progress before it exits on SIGTERM', async () => {
  await start();
  const upload = await beginUpload('late', 1_000_000);
  const stopped = store.stop('SIGTERM');
  const responded = once(upload, 'response');
  upload.end(Buffer.alloc(500_000, 'x'));
  const [response] = await responded;
  response.resume();
  const md5 = createHash('md5').update(Buffer.alloc(1_000_000, 'x')).digest('hex');
  expect([response.statusCode, response.headers.etag]).toEqual([200, `"${md5}"`]);
  expect(await stopped).toBe(0);
});

it('exits when its parent process has exited', async () => {
  await start({ ipc: true });
  const exit = once(store.process, 'exit');
  store.process.disconnect();
  expect(await exit).toEqual([0, null]);
});

it('reads its key pair from the files that variables name', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'object-store-secrets-'));
  const [id, secret] = [join(folder, 'id'), join(folder, 'secret')];
  await writeFile(id, `${CREDENTIALS.accessKeyId}\n`);
  await writeFile(secret, `${CREDENTIALS.secretAccessKey}\n`);
  const files = { S3_ACCESS_KEY_ID_FILE: id, S3_SECRET_ACCESS_KEY_FILE: secret };
  await start({ env: { S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '', ...files } });
  await put('signed', 'with the secret of the file');
  await rm(folder, { recursive: true });
});

it('does not start without a secret', async () => {
  const started = startChildStore(dataDir, { env: { S3_SECRET_ACCESS_KEY: '' } });
  await expect(started).rejects.toThrow('the store ended with 1');
});
