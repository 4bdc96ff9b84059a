import { readdir } from 'node:fs/promises';
import { DeleteObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { exchangeRaw, send } from './testing/http-client.js';
import { presignGet, presignPut } from './testing/presign.js';
import { openTarget, type Target } from './testing/target.js';

let target: Target;
beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target.close());

/** Builds a request as bytes, with a target that HTTP libraries would normalise. */
function rawRequest(method: string, url: string, body: string): string {
  const [, host, path] = /^http:\/\/([^/]+)(.*)$/.exec(url) ?? [];
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

describe.each([
  ['plain', (url: string) => url],
  ['with encoded dots', (url: string) => url.replaceAll(/\/\.\.(?=[/?])/g, '/%2e%2e')],
  [
    'with encoded slashes',
    (url: string) => url.replaceAll('/..', '%2F..').replace(/^(http:\/\/[^/%]+\/[^/%]+)%2F/, '$1/'),
  ],
])('a traversal key with %s', (_spelling, respell) => {
  it.each([
    '../escaped',
    '../../../../../../../../tmp/escaped',
    'a/../../escaped',
    '..',
    'a/..',
    './x',
    '/absolute',
    'a//b',
  ])('is stored under exactly this key or rejected: %s', async (name) => {
    const key = name.startsWith('..') ? name : `${target.prefix}${name}`;
    const put = statusOf(
      await exchangeRaw(target.endpoint, rawRequest('PUT', respell(await presignPut(target, key)), 'trap')),
    );
    if (put !== 200) {
      expect([400, 403, 404]).toContain(put);
      return;
    }
    const got = await send(await presignGet(target, key));
    expect(got).toMatchObject({ status: 200, body: 'trap' });
    const listed = await target.client.send(new ListObjectsV2Command({ Bucket: target.bucket, Prefix: key }));
    expect(listed.Contents?.map(({ Key }) => Key)).toContain(key);
    await target.client.send(new DeleteObjectCommand({ Bucket: target.bucket, Key: key }));
  });
});

it('rejects a NUL, raw or encoded', async () => {
  const url = await presignPut(target, `${target.prefix}nul-here`);
  const encoded = await exchangeRaw(
    target.endpoint,
    rawRequest('PUT', url.replace('nul-here', 'nul%00here'), 'x'),
  );
  expect([400, 403]).toContain(statusOf(encoded));
  const bare = await exchangeRaw(
    target.endpoint,
    rawRequest('PUT', url.replace('nul-here', 'nul\0here'), 'x'),
  );
  expect(statusOf(bare)).toBe(400);
});

it('rejects a path that is not UTF-8', async () => {
  const url = await presignPut(target, `${target.prefix}broken`);
  const answer = await exchangeRaw(
    target.endpoint,
    rawRequest('PUT', url.replace('broken', '%ff%c0%af'), 'x'),
  );
  expect([400, 403]).toContain(statusOf(answer));
});

it('creates no file outside the data folder', async () => {
  if (!target.own) return;
  expect(await readdir(target.own.root)).toEqual(['data']);
  expect((await readdir(target.own.dataDir)).sort()).toEqual(['buckets', 'incoming']);
  expect(await readdir(`${target.own.dataDir}/buckets`)).toEqual([target.bucket]);
  const inside = await readdir(`${target.own.dataDir}/buckets/${target.bucket}`);
  expect(inside).toEqual(['objects']);
});
