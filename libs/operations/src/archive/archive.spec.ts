import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { SectionWriter, verifiedSection } from './section.js';
import { END_OF_ARCHIVE, readArchive, readWhole, writeEntry } from './tar.js';

const files: [string, Buffer][] = [
  ['schema.json', Buffer.from('{}')],
  ['tables/lead/000001.jsonl.gz', Buffer.alloc(5000, 'x')],
  ['objects/aligned', Buffer.alloc(1024, 7)],
  ['objects/empty', Buffer.alloc(0)],
];

/** Gzipped archive of `files`, as an earlier version wrote it. */
const RECORDED_ARCHIVE = [
  'H4sIAAAAAAACA+3az26DMAwG8Nz2GhPnqTghmNK3McG0VJRODZv2R3v3aWiXtYddRlap3+8Sbhyiz5FsRz0990HzGHZ6kNU+Hkfz',
  '14iImGg+6fIkImdsWRCxZ1d4Q9aW7Mw9mQSe4iQnQ0n+dYXePwzcsPid/0maQWM+qLT5HEk714JhtX1bOP/WsqWz/HtyBfKfwgsA',
  'AAAAAAAAAAAs7r/7v8dmr2GKuQz9dtQ25fzHfX3/7P86T4z+bwp3AHCzzuu/Hh6n1+Tz/4v6b4sK9T/l+3+Qse80TktsgPx2/7aw',
  'l/eP+W+a/Y9Mx+nUa8w2/iGLO3ElZ5us4iCOWYiads1V17Cwr7WVNQVbB3WBGl/VwbsmlF1XhNq7iikEx7WIVhnWSgAArtsnHaRd',
  '3AAqAAA=',
].join('');

async function archive(): Promise<Buffer> {
  const to = new PassThrough();
  const bytes = buffer(to);
  const section = new SectionWriter(to, 'service');
  for (const [name, content] of files) await section.addBytes(name, content);
  await section.writeManifest();
  to.end(END_OF_ARCHIVE);
  return bytes;
}

async function read(bytes: Buffer, chunkSize = 700): Promise<[string, Buffer][]> {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkSize) }, (_, at) =>
    bytes.subarray(at * chunkSize, (at + 1) * chunkSize),
  );
  const entries: [string, Buffer][] = [];
  for await (const entry of verifiedSection(readArchive(Readable.from(chunks)), 'service')) {
    entries.push([entry.name, await readWhole(entry)]);
  }
  return entries;
}

it.each([1, 511, 512, 100_000])('reads what it wrote, in chunks of %d bytes', async (chunkSize) => {
  expect(await read(await archive(), chunkSize)).toEqual(files);
});

it('reads an archive that an earlier version wrote', async () => {
  expect(await read(gunzipSync(Buffer.from(RECORDED_ARCHIVE, 'base64')))).toEqual(files);
});

it('writes an archive that tar extracts', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'archive-'));
  try {
    writeFileSync(join(dir, 'a.tar'), await archive());
    execFileSync('tar', ['-xf', 'a.tar'], { cwd: dir });
    for (const [name, content] of files) expect(readFileSync(join(dir, 'service', name))).toEqual(content);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

it('rejects an archive that is truncated anywhere', async () => {
  const bytes = await archive();
  for (let length = 0; length < bytes.length - END_OF_ARCHIVE.length; length += 512) {
    await expect(read(bytes.subarray(0, length))).rejects.toThrow('incomplete');
  }
});

// Offsets in the first file, in header and content of the second one, and in the manifest.
it.each([513, 1100, 2000, 9220])('rejects an archive whose byte %d was changed', async (at) => {
  const bytes = await archive();
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  const outcome = read(bytes).then(({ length }) => `read ${length} files`);
  await expect(outcome).rejects.toThrow();
});

it('rejects data that is not a backup', async () => {
  await expect(read(Buffer.alloc(2048, 'z'))).rejects.toThrow('This is not a backup');
});

it('skips the unread rest of a file that was read partly', async () => {
  const names: string[] = [];
  for await (const { name, body } of readArchive(Readable.from(await archive()))) {
    names.push(name);
    for await (const _ of body) break;
  }
  expect(names).toEqual([...files.map(([name]) => `service/${name}`), 'service/manifest.json']);
});

it.each([0, 513])('forwards a stream error after %d bytes', async (length) => {
  const bytes = await archive();
  async function* failing() {
    yield bytes.subarray(0, length);
    throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
  }
  const first = readArchive(Readable.from(failing())).next();
  await expect(first.then(({ value }) => value && readWhole(value))).rejects.toThrow(
    /^EIO: i\/o error, read$/,
  );
});

it('stops writing when the reader closes the stream', async () => {
  const to = new PassThrough({ highWaterMark: 1 });
  const written = writeEntry(to, 'large', 1000, [Buffer.alloc(1000)]);
  setImmediate(() => to.destroy());
  await expect(written).rejects.toThrow('the reader closed the archive stream');
}, 5000);

it.each([
  ['a name of 101 bytes', 'x'.repeat(101), 1, 'does not support'],
  ['a file of 8 GiB', 'file', 8 * 2 ** 30, 'does not support'],
  ['a file of an unknown size', 'file', Number.NaN, 'does not support'],
  ['fewer bytes than announced', 'file', 2, 'file has 1 bytes instead of 2'],
])('does not write %s', async (_name, name, size, message) => {
  const to = new PassThrough().resume();
  await expect(writeEntry(to, name, size, [Buffer.alloc(1)])).rejects.toThrow(message);
});

describe('an archive with an invalid header', () => {
  function withChecksum(all: Buffer): Buffer {
    all.fill(' ', 148, 156);
    const sum = all.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    all.write(`${sum.toString(8).padStart(6, '0')}\0`, 148);
    return all;
  }
  /** Returns an archive with `bytes` at offset `at` of its first header, and a matching checksum. */
  async function withHeaderBytes(at: number, bytes: Uint8Array): Promise<Buffer> {
    const all = await archive();
    all.set(bytes, at);
    return withChecksum(all);
  }
  const withSize = (field: string) => withHeaderBytes(124, Buffer.from(field, 'latin1'));
  const withType = (flag: string) => withHeaderBytes(156, Buffer.from(flag));
  /** Returns an archive with an extended header, such as that of pax, before its first file. */
  async function withExtendedHeader(flag: string, records: string): Promise<Buffer> {
    const header = (await withType(flag)).subarray(0, 512);
    return Buffer.concat([header, Buffer.alloc(512, `${records}\0`), await archive()]);
  }

  it.each([
    ['a negative size', () => withSize(`${'\xff'.repeat(11)}\xfe`)],
    ['the most negative size', () => withSize(`\xff${'\0'.repeat(11)}`)],
    ['a size in base 256', () => withSize(`\x80${'\0'.repeat(10)}\x02`)],
    ['a non-numeric size', () => withSize('abcdefghijk ')],
    ['a size with a sign', () => withSize('-0000000002 ')],
    ['an empty size', () => withSize('\0'.repeat(12))],
    ['a size beyond its end', () => withSize('77777777777 ')],
    ['a pax header that sets the size', () => withExtendedHeader('x', '12 size=abc\n')],
    ['a pax header for all files', () => withExtendedHeader('g', '12 size=abc\n')],
    ['a long name of GNU tar', () => withExtendedHeader('L', 'long')],
    ['a long link of GNU tar', () => withExtendedHeader('K', 'long')],
    ['the type of a folder', () => withType('5')],
    ['the type of a link', () => withType('2')],
    ['a non-numeric checksum', async () => (await archive()).fill('z', 148, 156)],
  ])(
    'is rejected for %s',
    async (_name, create) => {
      await expect(read(await create())).rejects.toThrow('This is not a backup, or it is incomplete');
    },
    5000,
  );

  it.each([
    ['an extended header', '77777777777 ', 'x'],
    ['a file that is read into memory', '77777777777 ', '0'],
  ])('is rejected before %s of 8 GiB is read into memory', async (_name, size, flag) => {
    const header = withChecksum((await withSize(size)).fill(flag, 156, 157)).subarray(0, 512);
    let sentChunks = 0;
    async function* endless() {
      yield header;
      for (; sentChunks < 1000; sentChunks += 1) yield Buffer.alloc(65_536);
    }
    const first = await readArchive(Readable.from(endless()))
      .next()
      .then(({ value }) => value && readWhole(value))
      .catch((error: Error) => error);
    expect(first).toMatchObject({ message: 'This is not a backup, or it is incomplete' });
    expect(sentChunks).toBeLessThan(20);
  });
});
