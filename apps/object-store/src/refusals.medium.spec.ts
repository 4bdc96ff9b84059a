import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { exchangeRaw, send } from './conformance/testing/http-client.js';
import { presignGet, presignPut } from './conformance/testing/presign.js';
import { clientFor } from './conformance/testing/target.js';
import { type ObjectStore, startObjectStore } from './index.js';

const CREDENTIALS = { accessKeyId: 'refusals', secretAccessKey: 'refusals-secret' };
const MAX_OBJECT_BYTES = 1000;
const bucket = 'refusals';

let dataDir: string;
let store: ObjectStore;
let client: S3Client;
const errors: string[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'object-store-'));
  store = await startObjectStore({
    dataDir,
    host: '127.0.0.1',
    port: 0,
    region: 'eu-central-1',
    ...CREDENTIALS,
    maxObjectBytes: MAX_OBJECT_BYTES,
    logger: { error: (_details, message) => errors.push(message) },
  });
  client = clientFor({
    endpoint: store.url,
    region: 'eu-central-1',
    credentials: CREDENTIALS,
    maxAttempts: 1,
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
});
afterAll(async () => {
  client.destroy();
  await store.close();
  await rm(dataDir, { recursive: true });
  expect(errors).toEqual([]);
});

const putUrl = (key: string) => presignPut({ client, bucket }, key);

it('answers a health check, without further details', async () => {
  expect(await send(`${store.url}/-/health`)).toMatchObject({ status: 200, body: 'ok\n' });
  expect(await send(`${store.url}/-/other`)).toMatchObject({ status: 403, code: 'AccessDenied' });
});

it('rejects an object that is too large before its body is sent', async () => {
  const answer = await send(await putUrl('large'), { method: 'PUT', body: 'x'.repeat(MAX_OBJECT_BYTES + 1) });
  expect(answer).toMatchObject({ status: 400, code: 'EntityTooLarge' });
  expect(
    await send(await putUrl('large'), { method: 'PUT', body: 'x'.repeat(MAX_OBJECT_BYTES) }),
  ).toMatchObject({ status: 200 });
});

it('sends the error to a client that is still sending, and keeps the connection usable', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const body = Buffer.alloc(20_000_000);
  const refused = await send(await putUrl('large'), { method: 'PUT', body, agent });
  expect(refused).toMatchObject({ status: 400, code: 'EntityTooLarge' });
  expect(await send(await putUrl('small'), { method: 'PUT', body: 'x', agent })).toMatchObject({
    status: 200,
  });
  agent.destroy();
});

it('rejects an oversized upload with Expect: 100-continue before its body is sent', async () => {
  const path = (await putUrl('expect')).slice(store.url.length);
  const head = (length: number) =>
    `PUT ${path} HTTP/1.1\r\nHost: ${new URL(store.url).host}\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n`;
  const refused = await exchangeRaw(store.url, `${head(MAX_OBJECT_BYTES + 1)}\r\n`);
  expect(refused).toMatch(/^HTTP\/1\.1 400 .*EntityTooLarge/s);
  const accepted = await exchangeRaw(store.url, `${head(5)}Connection: close\r\n\r\nhello`);
  expect(accepted).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
});

it('requires a length', async () => {
  const headers = { 'transfer-encoding': 'chunked' };
  async function* body() {
    yield Buffer.from('x');
  }
  const answer = await send(await putUrl('chunked'), { method: 'PUT', headers, body: body() });
  expect(answer).toMatchObject({ status: 411, code: 'MissingContentLength' });
});

it('rejects an x-amz header that was not signed', async () => {
  const headers = { 'x-amz-meta-owner': 'mallory' };
  const answer = await send(await putUrl('unsigned'), { method: 'PUT', headers, body: 'x' });
  expect(answer).toMatchObject({ status: 403, code: 'AccessDenied' });
  expect(answer.body).toContain('x-amz-meta-owner');
});

it('accepts the metadata that a signed query names', async () => {
  const url = await presignPut({ client, bucket }, 'meta', { Metadata: { owner: 'alice' } });
  expect(await send(url, { method: 'PUT', body: 'x' })).toMatchObject({ status: 200 });
  const { Metadata } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: 'meta' }));
  expect(Metadata).toEqual({ owner: 'alice' });
});

it('verifies the body against the signed SHA-256', async () => {
  const sha256 = createHash('sha256').update('signed').digest('hex');
  client.middlewareStack.add(
    (next) => (args) => {
      Object.assign((args.request as { headers: object }).headers, { 'x-amz-content-sha256': sha256 });
      return next(args);
    },
    { step: 'build', name: 'fixedHash' },
  );
  try {
    const put = (body: string) =>
      client.send(new PutObjectCommand({ Bucket: bucket, Key: 'hash', Body: body }));
    await expect(put('forged')).rejects.toMatchObject({ name: 'XAmzContentSHA256Mismatch' });
    await put('signed');
  } finally {
    client.middlewareStack.remove('fixedHash');
  }
});

it('reports the region that it expects', async () => {
  const url = await presignGet({ client, bucket }, 'x');
  const answer = await send(url.replace('eu-central-1', 'us-east-1'));
  expect(answer).toMatchObject({ status: 400, code: 'AuthorizationQueryParametersError' });
  expect(answer.body).toContain('<Region>eu-central-1</Region>');
});

it.each([
  ['CreateMultipartUpload', 'POST', '?uploads='],
  ['an ACL', 'PUT', '?acl='],
  ['tags', 'PUT', '?tagging='],
  ['an older version', 'DELETE', '?versionId=1'],
])('reports that %s is not implemented, and leaves the object unchanged', async (_name, method, query) => {
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'whole', Body: 'whole' }));
  const name = query.slice(1, query.indexOf('='));
  client.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { method: string; query: Record<string, string> };
      request.method = method;
      request.query = { [name]: query.slice(query.indexOf('=') + 1) };
      return next(args);
    },
    { step: 'build', name: 'otherOperation' },
  );
  const put = client.send(new PutObjectCommand({ Bucket: bucket, Key: 'whole', Body: 'x' }));
  await expect(put).rejects.toMatchObject({ name: 'NotImplemented', $metadata: { httpStatusCode: 501 } });
  client.middlewareStack.remove('otherOperation');
  const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: 'whole' }));
  expect(await Body?.transformToString()).toBe('whole');
});

it('reports that aws-chunked bodies are not implemented', async () => {
  const url = `${await presignPut({ client, bucket }, 'stream')}`.replace(
    'UNSIGNED-PAYLOAD',
    'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
  );
  const answer = await send(url, { method: 'PUT', body: 'x' });
  expect(answer).toMatchObject({ status: 501, code: 'NotImplemented' });
});

it('answers a preflight of any origin without a signature', async () => {
  const headers = {
    origin: 'https://portal.example',
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'content-type,x-other',
  };
  const answer = await send(`${store.url}/${bucket}/x`, { method: 'OPTIONS', headers });
  expect(answer).toMatchObject({
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('PUT'),
      'access-control-allow-headers': 'content-type,x-other',
    },
  });
});

it('reports that a bucket does not exist', async () => {
  const url = await presignPut({ client, bucket: 'absent' }, 'x');
  expect(await send(url, { method: 'PUT', body: 'x' })).toMatchObject({ status: 404, code: 'NoSuchBucket' });
});
