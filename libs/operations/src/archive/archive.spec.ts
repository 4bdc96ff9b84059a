import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { SectionWriter, verifiedSection } from './section.js';
import { END_OF_ARCHIVE, readArchive, readWhole } from './tar.js';

const files: [string, Buffer][] = [
  ['schema.json', Buffer.from('{}')],
  ['tables/lead/000001.jsonl.gz', Buffer.alloc(5000, 'x')],
  ['objects/aligned', Buffer.alloc(1024, 7)],
  ['objects/empty', Buffer.alloc(0)],
];

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
    await expect(read(bytes.subarray(0, length))).rejects.toThrow(/ends too early|not whole/);
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
