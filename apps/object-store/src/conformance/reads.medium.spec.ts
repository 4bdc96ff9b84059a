import { PutObjectCommand } from '@aws-sdk/client-s3';
import { send } from './testing/http-client.js';
import { presignGet } from './testing/presign.js';
import { openTarget, type Target } from './testing/target.js';

const BODY = '0123456789';
const HOUR = 3_600_000;

let target: Target;
let url: string;
let etag: string;
beforeAll(async () => {
  target = await openTarget();
  const key = `${target.prefix}digits`;
  const { ETag } = await target.client.send(
    new PutObjectCommand({ Bucket: target.bucket, Key: key, Body: BODY, ContentType: 'video/mp4' }),
  );
  etag = ETag ?? '';
  url = await presignGet(target, key);
});
afterAll(() => target.close());

describe('a range', () => {
  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-100', BODY, 'bytes 0-9/10'],
    ['bytes=8-100', '89', 'bytes 8-9/10'],
  ])('serves only the range %s', async (range, body, contentRange) => {
    const answer = await send(url, { headers: { range } });
    expect(answer).toMatchObject({ status: 206, body });
    expect(answer.headers).toMatchObject({
      'content-range': contentRange,
      'content-length': String(body.length),
      'content-type': 'video/mp4',
      etag,
    });
  });

  it('is rejected when it starts after the end', async () => {
    const answer = await send(url, { headers: { range: 'bytes=10-' } });
    expect(answer).toMatchObject({ status: 416, code: 'InvalidRange' });
  });
});

describe('a conditional read', () => {
  const date = (offset: number) => new Date(Date.now() + offset).toUTCString();
  const other = '"00000000000000000000000000000000"';

  it.each([
    ['If-Match of this object', () => ({ 'if-match': etag }), 200],
    ['If-Match of another object', () => ({ 'if-match': other }), 412],
    ['If-None-Match of this object', () => ({ 'if-none-match': etag }), 304],
    ['If-None-Match of another object', () => ({ 'if-none-match': other }), 200],
    ['If-Modified-Since before the last change', () => ({ 'if-modified-since': date(-HOUR) }), 200],
    ['If-Modified-Since now', () => ({ 'if-modified-since': date(0) }), 304],
    ['If-Unmodified-Since before the last change', () => ({ 'if-unmodified-since': date(-HOUR) }), 412],
    ['If-Unmodified-Since now', () => ({ 'if-unmodified-since': date(0) }), 200],
    [
      'If-Match of this object and If-Unmodified-Since before the last change',
      () => ({ 'if-match': etag, 'if-unmodified-since': date(-HOUR) }),
      200,
    ],
    [
      'If-None-Match of this object and If-Modified-Since before the last change',
      () => ({ 'if-none-match': etag, 'if-modified-since': date(-HOUR) }),
      304,
    ],
  ])('honours %s', async (_name, headers, status) => {
    const answer = await send(url, { headers: headers() });
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body).toBe(BODY);
    if (status === 304) expect(answer).toMatchObject({ body: '', headers: { etag } });
    if (status === 412) expect(answer.code).toBe('PreconditionFailed');
  });

  it('applies a range with `If-Match` only to the named version of the object', async () => {
    const range = 'bytes=0-3';
    expect(await send(url, { headers: { range, 'if-match': etag } })).toMatchObject({
      status: 206,
      body: '0123',
    });
    expect(await send(url, { headers: { range, 'if-match': other } })).toMatchObject({ status: 412 });
  });
});

it('responds with the headers that the presigned URL specifies', async () => {
  const overridden = await presignGet(target, `${target.prefix}digits`, {
    ResponseContentType: 'text/plain',
    ResponseContentDisposition: 'attachment; filename="x.txt"',
  });
  expect((await send(overridden)).headers).toMatchObject({
    'content-type': 'text/plain',
    'content-disposition': 'attachment; filename="x.txt"',
  });
});

it('reports that a key does not exist', async () => {
  const answer = await send(await presignGet(target, `${target.prefix}absent`));
  expect(answer).toMatchObject({ status: 404, code: 'NoSuchKey' });
});
