import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketCorsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutBucketCorsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { openTarget, type Target } from './testing/target.js';

let target: Target;
beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target.close());

const at = (key: string) => ({ Bucket: target.bucket, Key: `${target.prefix}${key}` });
const put = (key: string, body: string | Buffer, more = {}) =>
  target.client.send(new PutObjectCommand({ ...at(key), Body: body, ...more }));
const read = async (key: string) => {
  const { Body } = await target.client.send(new GetObjectCommand(at(key)));
  return Body?.transformToString();
};

describe('the store', () => {
  it('stores the body, type, cache control and metadata of an object', async () => {
    const described = { ContentType: 'video/mp4', CacheControl: 'no-store', Metadata: { title: 'one two' } };
    const { ETag } = await put('kept', 'hello', described);
    expect(ETag).toBe('"5d41402abc4b2a76b9719d911017c592"');
    const head = await target.client.send(new HeadObjectCommand(at('kept')));
    expect(head).toMatchObject({ ...described, ContentLength: 5, ETag, AcceptRanges: 'bytes' });
    expect(head.LastModified).toBeInstanceOf(Date);
    expect(await read('kept')).toBe('hello');
  });

  it('stores an empty object', async () => {
    await put('empty', Buffer.alloc(0));
    expect(await read('empty')).toBe('');
  });

  it('replaces an object', async () => {
    await put('replaced', 'the long first body');
    await put('replaced', 'second');
    expect(await read('replaced')).toBe('second');
  });

  it('rejects replacing an object when the request requires a new object', async () => {
    await put('once', 'first', { IfNoneMatch: '*' });
    await expect(put('once', 'second', { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    expect(await read('once')).toBe('first');
  });

  it('lets only one of many concurrent writers create a new object', async () => {
    const writers = Array.from({ length: 8 }, (_, n) => put('race', `writer ${n}`, { IfNoneMatch: '*' }));
    const results = await Promise.allSettled(writers);
    const winner = results.findIndex(({ status }) => status === 'fulfilled');
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await read('race')).toBe(`writer ${winner}`);
  });

  it('rejects a body that does not match its MD5', async () => {
    await expect(put('md5', 'hello', { ContentMD5: '1B2M2Y8AsgTpgAmY7PhCfg==' })).rejects.toMatchObject({
      name: 'BadDigest',
    });
    await expect(read('md5')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it.each(['CRC32', 'SHA1', 'SHA256'] as const)('verifies a %s checksum', async (algorithm) => {
    await put(`sum-${algorithm}`, 'hello', { ChecksumAlgorithm: algorithm });
    expect(await read(`sum-${algorithm}`)).toBe('hello');
    const wrong = {
      [`Checksum${algorithm}`]: Buffer.alloc({ CRC32: 4, SHA1: 20, SHA256: 32 }[algorithm]).toString(
        'base64',
      ),
    };
    await expect(put(`bad-${algorithm}`, 'hello', wrong)).rejects.toMatchObject({
      $metadata: { httpStatusCode: 400 },
    });
    await expect(read(`bad-${algorithm}`)).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('deletes an object, and accepts deleting it again', async () => {
    await put('deleted', 'x');
    await target.client.send(new DeleteObjectCommand(at('deleted')));
    await target.client.send(new DeleteObjectCommand(at('deleted')));
    await expect(read('deleted')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(target.client.send(new HeadObjectCommand(at('deleted')))).rejects.toMatchObject({
      name: 'NotFound',
    });
  });

  it('deletes many objects at once, and ignores missing objects', async () => {
    const keys = ['many/a', 'many/ü & <b>', 'many/absent'].map((key) => at(key).Key);
    await put('many/a', 'x');
    await put('many/ü & <b>', 'x');
    const { Deleted } = await target.client.send(
      new DeleteObjectsCommand({ Bucket: target.bucket, Delete: { Objects: keys.map((Key) => ({ Key })) } }),
    );
    expect(Deleted?.map(({ Key }) => Key).sort()).toEqual([...keys].sort());
    await expect(read('many/a')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(read('many/ü & <b>')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it.each([
    ['spaces and signs', 'a b+c&d=e?f#g%20h(1)!*\'"~@:,;$.mp4'],
    ['unicode', 'трейлер/予告編 🎬.mp4'],
    ['both cases', 'CASE/Case/case'],
    ['1,024 bytes', undefined],
  ])('stores an object under a key of %s', async (_name, text) => {
    // Each part is short, because servers that store keys as files limit each name to 255 bytes.
    const key = text ?? `${'k'.repeat(200)}/`.repeat(6).slice(0, 1024 - target.prefix.length);
    await put(key, 'found');
    expect(await read(key)).toBe('found');
  });

  it('distinguishes keys by case', async () => {
    await put('Same', 'upper');
    await put('same', 'lower');
    expect([await read('Same'), await read('same')]).toEqual(['upper', 'lower']);
  });

  it('stores objects whose keys are prefixes of other keys', async () => {
    const keys = ['p', 'p/q', 'p/q/r'];
    for (const key of keys) await put(key, key);
    expect(await Promise.all(keys.map(read))).toEqual(keys);
  });

  it('rejects a key that is too long', async () => {
    await expect(put('k'.repeat(1025), 'x')).rejects.toMatchObject({ $metadata: { httpStatusCode: 400 } });
  });

  it('serves the complete old or new object while it is being replaced', async () => {
    const bodies = ['a', 'b'].map((letter) => letter.repeat(300_000));
    await put('busy', bodies[0] ?? '');
    let writing = true;
    const writer = (async () => {
      for (let round = 0; round < 20; round++) await put('busy', bodies[round % 2] ?? '');
      writing = false;
    })();
    const readers = Array.from({ length: 4 }, async () => {
      let reads = 0;
      while (writing) {
        expect(bodies.includes((await read('busy')) ?? '')).toBe(true);
        reads++;
      }
      return reads;
    });
    await writer;
    for (const reads of await Promise.all(readers)) expect(reads).toBeGreaterThan(0);
  });
});

describe('the bucket', () => {
  it('exists', async () => {
    await target.client.send(new HeadBucketCommand({ Bucket: target.bucket }));
  });

  it('stores its CORS rules', async () => {
    const CORSConfiguration = {
      CORSRules: [
        {
          AllowedMethods: ['GET', 'PUT', 'HEAD'],
          AllowedOrigins: ['*'],
          AllowedHeaders: ['*'],
          ExposeHeaders: ['ETag'],
        },
      ],
    };
    await target.client.send(new PutBucketCorsCommand({ Bucket: target.bucket, CORSConfiguration }));
    expect(await target.client.send(new GetBucketCorsCommand({ Bucket: target.bucket }))).toMatchObject(
      CORSConfiguration,
    );
  });
});
