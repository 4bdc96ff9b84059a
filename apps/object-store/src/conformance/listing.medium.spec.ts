import { ListObjectsV2Command, type ListObjectsV2CommandInput, PutObjectCommand } from '@aws-sdk/client-s3';
import { itOfThisStore, openTarget, type Target } from './testing/target.js';

/** More than one page of the maximum size. */
const MANY = 1050;
const WRITERS = 24;

let target: Target;
const put = (key: string) =>
  target.client.send(
    new PutObjectCommand({ Bucket: target.bucket, Key: `${target.prefix}${key}`, Body: key }),
  );
const manyKeys = Array.from({ length: MANY }, (_, n) => `many/${String(n).padStart(5, '0')}`);

async function pages(input: Omit<ListObjectsV2CommandInput, 'Bucket'>) {
  const found = [];
  let ContinuationToken: string | undefined;
  do {
    const command = new ListObjectsV2Command({ Bucket: target.bucket, ...input, ContinuationToken });
    const page = await target.client.send(command);
    found.push(page);
    ContinuationToken = page.NextContinuationToken;
    expect(page.IsTruncated).toBe(ContinuationToken !== undefined);
  } while (ContinuationToken);
  return found;
}

const inside = (text: string | undefined) => text?.slice(target.prefix.length);

beforeAll(async () => {
  target = await openTarget();
  const waiting = [
    ...manyKeys,
    'tree/a',
    'tree/b/1',
    'tree/b/2',
    'tree/c',
    'tree/d/1',
    'tree/é',
    'tree/\u{1f3ac}',
    'tree/\uffe0',
  ];
  const writer = async () => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) await put(key);
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
});
afterAll(() => target.close());

describe('ListObjectsV2', () => {
  it('lists more keys than fit on one page, in order and each once', async () => {
    const found = await pages({ Prefix: `${target.prefix}many/` });
    expect(found.map(({ KeyCount }) => KeyCount)).toEqual([1000, MANY - 1000]);
    const keys = found.flatMap(({ Contents = [] }) => Contents.map(({ Key }) => inside(Key)));
    expect(keys).toEqual(manyKeys);
  });

  it('returns the size and the ETag of each object', async () => {
    const [page] = await pages({ Prefix: `${target.prefix}tree/a` });
    expect(page?.Contents).toMatchObject([{ Size: 6, ETag: expect.stringMatching(/^"[0-9a-f]{32}"$/) }]);
  });

  it('sorts by the bytes of the keys', async () => {
    const [page] = await pages({ Prefix: `${target.prefix}tree/` });
    const names = ['a', 'b/1', 'b/2', 'c', 'd/1', 'é', '\uffe0', '\u{1f3ac}'];
    expect(page?.Contents?.map(({ Key }) => inside(Key))).toEqual(names.map((name) => `tree/${name}`));
  });

  it('groups keys into common prefixes, across pages too', async () => {
    const found = await pages({ Prefix: `${target.prefix}tree/`, Delimiter: '/', MaxKeys: 2 });
    const entries = found.map(({ Contents = [], CommonPrefixes = [] }) => [
      ...Contents.map(({ Key }) => inside(Key)),
      ...CommonPrefixes.map(({ Prefix }) => inside(Prefix)),
    ]);
    expect(entries).toEqual([
      ['tree/a', 'tree/b/'],
      ['tree/c', 'tree/d/'],
      ['tree/é', 'tree/\uffe0'],
      ['tree/\u{1f3ac}'],
    ]);
  });

  it('starts after a key', async () => {
    const [page] = await pages({
      Prefix: `${target.prefix}tree/`,
      StartAfter: `${target.prefix}tree/b/2`,
      MaxKeys: 1000,
    });
    expect(inside(page?.Contents?.[0]?.Key)).toBe('tree/c');
  });

  it('finds nothing under a prefix without keys', async () => {
    const [page] = await pages({ Prefix: `${target.prefix}none/` });
    expect(page).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });

  itOfThisStore('rejects a continuation token that it did not issue', async () => {
    const command = new ListObjectsV2Command({ Bucket: target.bucket, ContinuationToken: '!' });
    await expect(target.client.send(command)).rejects.toMatchObject({ name: 'InvalidArgument' });
  });
});
