import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { send } from './testing/http-client.js';
import { presignGet, presignPut } from './testing/presign.js';
import { clientFor, itOfThisStore, openTarget, type Target } from './testing/target.js';

const HOUR = 3_600_000;

let target: Target;
const key = (name: string) => `${target.prefix}${name}`;
const exists = (name: string) =>
  target.client.send(new HeadObjectCommand({ Bucket: target.bucket, Key: key(name) })).then(
    () => true,
    () => false,
  );

beforeAll(async () => {
  target = await openTarget();
  await target.client.send(
    new PutObjectCommand({ Bucket: target.bucket, Key: key('secret'), Body: 'secret' }),
  );
});
afterAll(() => target.close());

describe('a presigned URL', () => {
  it('allows a put and a get, as with curl', async () => {
    const put = await presignPut(
      target,
      key('curl'),
      { ContentType: 'video/mp4' },
      { signed: ['content-type'] },
    );
    const answer = await send(put, {
      method: 'PUT',
      body: 'by URL',
      headers: { 'content-type': 'video/mp4' },
    });
    expect(answer).toMatchObject({
      status: 200,
      headers: { etag: expect.stringMatching(/^"[0-9a-f]{32}"$/) },
    });
    const got = await send(await presignGet(target, key('curl')));
    expect(got).toMatchObject({ status: 200, body: 'by URL', headers: { 'content-type': 'video/mp4' } });
  });

  it('is rejected with another content type than the signed one', async () => {
    const put = await presignPut(
      target,
      key('type'),
      { ContentType: 'video/mp4' },
      { signed: ['content-type'] },
    );
    const answer = await send(put, {
      method: 'PUT',
      body: '<html>',
      headers: { 'content-type': 'text/html' },
    });
    expect(answer).toMatchObject({ status: 403, code: 'SignatureDoesNotMatch' });
    expect(await send(put, { method: 'PUT', body: 'no type' })).toMatchObject({ status: 403 });
    expect(await exists('type')).toBe(false);
  });

  it('is rejected with another length than the signed one', async () => {
    const put = await presignPut(target, key('length'), { ContentLength: 4 }, { signed: ['content-length'] });
    expect(await send(put, { method: 'PUT', body: '12345' })).toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
    expect(await exists('length')).toBe(false);
    expect(await send(put, { method: 'PUT', body: '1234' })).toMatchObject({ status: 200 });
  });

  it('is accepted on the day after it was signed, in turn with URLs of that day', async () => {
    const yesterday = { expiresIn: 172_800, signingDate: new Date(Date.now() - 24 * HOUR) };
    const urls = [
      await presignGet(target, key('secret'), {}, yesterday),
      await presignGet(target, key('secret')),
    ];
    for (const url of [...urls, ...urls])
      expect(await send(url)).toMatchObject({ status: 200, body: 'secret' });
  });

  it('is rejected after it expired', async () => {
    const signing = { expiresIn: 60, signingDate: new Date(Date.now() - HOUR) };
    const get = await send(await presignGet(target, key('secret'), {}, signing));
    expect(get).toMatchObject({ status: 403, code: 'AccessDenied' });
    expect(get.body).toContain('Request has expired');
    const put = await send(await presignPut(target, key('late'), {}, signing), {
      method: 'PUT',
      body: 'late',
    });
    expect(put).toMatchObject({ status: 403, code: 'AccessDenied' });
    expect(await exists('late')).toBe(false);
  });

  itOfThisStore('is rejected before it becomes valid', async () => {
    const signing = { signingDate: new Date(Date.now() + HOUR) };
    expect(await send(await presignGet(target, key('secret'), {}, signing))).toMatchObject({ status: 403 });
  });

  it.each([
    ['a longer validity', (url: string) => url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=3600')],
    ['another key', (url: string) => url.replace('/secret?', '/other?')],
    ['one more parameter', (url: string) => `${url}&response-content-type=text/html`],
    ['another signature', (url: string) => url.replace(/(X-Amz-Signature=)./, (_, name) => `${name}x`)],
    [
      'a changed digit',
      (url: string) => url.replace(/(X-Amz-Signature=)(.)/, (_, n, d) => n + (d === '0' ? '1' : '0')),
    ],
    ['an empty signature', (url: string) => url.replace(/X-Amz-Signature=\w+/, 'X-Amz-Signature=')],
    ['no signature', (url: string) => url.replace(/&X-Amz-Signature=\w+/, '')],
    ['no signed headers', (url: string) => url.replace(/X-Amz-SignedHeaders=\w+/, 'X-Amz-SignedHeaders=')],
    ['another region', (url: string) => url.replace(/%2F[\w-]+%2Fs3%2F/, '%2Fmars-north-1%2Fs3%2F')],
    [
      'another access key',
      (url: string) => url.replace(/X-Amz-Credential=[^%]+/, 'X-Amz-Credential=someone'),
    ],
  ])('is rejected with %s', async (_name, tamper) => {
    const url = await presignGet(target, key('secret'));
    const tampered = tamper(url);
    expect(tampered).not.toBe(url);
    const answer = await send(tampered);
    expect([400, 403]).toContain(answer.status);
    expect(answer.body).not.toBe('secret');
  });

  it('does not allow put, delete or list when it was signed for get', async () => {
    const url = await presignGet(target, key('secret'));
    for (const method of ['PUT', 'DELETE', 'POST']) {
      expect([403, 405]).toContain((await send(url, { method, body: 'x' })).status);
    }
    expect(await send(url.replace(/\/[^/?]+\/secret\?/, '?list-type=2&'))).toMatchObject({ status: 403 });
    expect(await exists('secret')).toBe(true);
  });
});

describe('an unsigned request', () => {
  it.each([
    ['reads an object', 'GET', '/secret'],
    ['reads the headers of an object', 'HEAD', '/secret'],
    ['writes an object', 'PUT', '/anonymous'],
    ['deletes an object', 'DELETE', '/secret'],
    ['lists objects', 'GET', '?list-type=2'],
    ['creates a bucket', 'PUT', ''],
  ])('is denied when it %s', async (_name, method, path) => {
    const base = `${target.endpoint}/${target.bucket}`;
    const url = path.startsWith('/') ? `${base}/${target.prefix}${path.slice(1)}` : `${base}${path}`;
    const answer = await send(url, { method, ...(method === 'PUT' && { body: 'x' }) });
    expect(answer.status).toBe(403);
    if (method !== 'HEAD') expect(answer.code).toBe('AccessDenied');
    expect(await exists('anonymous')).toBe(false);
    expect(await exists('secret')).toBe(true);
  });
});

describe('a signed header', () => {
  const stranger = (credentials: Target['credentials']) =>
    clientFor({ endpoint: target.endpoint, region: target.region, credentials, maxAttempts: 1 });
  const get = () => new GetObjectCommand({ Bucket: target.bucket, Key: key('secret') });

  it('is rejected with a wrong secret, for reads, writes and lists', async () => {
    const client = stranger({ ...target.credentials, secretAccessKey: 'wrong' });
    const bucketParams = { Bucket: target.bucket };
    const refused = { name: 'SignatureDoesNotMatch' };
    await expect(client.send(get())).rejects.toMatchObject(refused);
    await expect(client.send(new ListObjectsV2Command(bucketParams))).rejects.toMatchObject(refused);
    const put = new PutObjectCommand({ ...bucketParams, Key: key('wrong'), Body: 'x' });
    await expect(client.send(put)).rejects.toMatchObject(refused);
    expect(await exists('wrong')).toBe(false);
  });

  it('is rejected with an unknown access key', async () => {
    const client = stranger({ ...target.credentials, accessKeyId: 'nobody' });
    await expect(client.send(get())).rejects.toMatchObject({ name: 'InvalidAccessKeyId' });
  });

  it('is rejected when the time was changed', async () => {
    const client = stranger(target.credentials);
    client.config.systemClockOffset = -HOUR;
    await expect(client.send(get())).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' });
  });
});
