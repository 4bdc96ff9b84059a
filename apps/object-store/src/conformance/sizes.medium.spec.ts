import { randomBytes } from 'node:crypto';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { exchangeRaw, send } from './testing/http-client.js';
import { presignGet } from './testing/presign.js';
import { openTarget, type Target } from './testing/target.js';

let target: Target;
beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target.close());

/** This store reads files of up to 512 KiB, with their record, in one call. */
const SIZES = [1, 524_000, 524_288, 1_500_000];

describe.each(SIZES)('an object of %i bytes', (size) => {
  const body = randomBytes(size / 2 + 1)
    .toString('hex')
    .slice(0, size);
  // The record of the object is longer than what this store reads first.
  const described = {
    ContentDisposition: `attachment; filename="${'n'.repeat(900)}"`,
    Metadata: { note: 'm'.repeat(1900) },
  };
  const object = () => ({ Bucket: target.bucket, Key: `${target.prefix}of ${size}` });
  const get = async (range?: string) =>
    send(await presignGet(target, object().Key), { headers: range === undefined ? {} : { range } });

  beforeAll(() => target.client.send(new PutObjectCommand({ ...object(), ...described, Body: body })));

  it('is served whole', async () => {
    const answer = await get();
    expect([answer.status, answer.headers['content-length']]).toEqual([200, String(size)]);
    expect(answer.body === body).toBe(true);
  });

  it('is served in parts', async () => {
    const middle = Math.floor(size / 2);
    const parts = [`0-${middle}`, `${middle}-`, '-1'];
    const expected = [body.slice(0, middle + 1), body.slice(middle), body.slice(-1)];
    for (const [index, part] of parts.entries()) {
      const answer = await get(`bytes=${part}`);
      expect([answer.status, answer.body === expected[index]]).toEqual([206, true]);
    }
  });

  it('is followed by nothing', async () => {
    const { pathname, search, host } = new URL(await presignGet(target, object().Key));
    const answer = await exchangeRaw(
      target.endpoint,
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nRange: bytes=0-0\r\n\r\n`,
    );
    expect(answer.split('\r\n\r\n')[1]).toBe(body.slice(0, 1));
  });

  it('keeps long headers and metadata', async () => {
    expect(await target.client.send(new HeadObjectCommand(object()))).toMatchObject({
      ...described,
      ContentLength: size,
    });
    const got = await target.client.send(new GetObjectCommand(object()));
    expect(got).toMatchObject(described);
    await got.Body?.transformToByteArray();
  });
});
