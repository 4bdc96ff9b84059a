import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { SectionWriter, verifiedSection } from './section.js';
import { END_OF_ARCHIVE, readArchive, readWhole } from './tar.js';

const files: [string, Buffer][] = [
  ['schema.json', Buffer.from('{}')],
  ['tables/lead/000001.jsonl.gz', Buffer.alloc(5000, 'x')],
  ['objects/aligned', Buffer.alloc(1024, 7)],
  ['objects/empty', Buffer.alloc(0)],
];

/** Archive of `files` from before tar-stream wrote archives, in gzip. */
const EARLIER = [
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

async function read(bytes: Buffer, piece = 700): Promise<[string, Buffer][]> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, at) =>
    bytes.subarray(at * piece, (at + 1) * piece),
  );
  const found: [string, Buffer][] = [];
  for await (const entry of verifiedSection(readArchive(Readable.from(pieces)), 'service')) {
    found.push([entry.name, await readWhole(entry)]);
  }
  return found;
}

it.each([1, 511, 512, 100_000])('reads what it wrote, in pieces of %d bytes', async (piece) => {
  expect(await read(await archive(), piece)).toEqual(files);
});

it('reads an archive that an earlier version wrote', async () => {
  expect(await read(gunzipSync(Buffer.from(EARLIER, 'base64')))).toEqual(files);
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
    await expect(read(bytes.subarray(0, length))).rejects.toThrow('not a complete backup');
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
