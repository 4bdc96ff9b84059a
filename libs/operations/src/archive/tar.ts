import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** Format of POSIX.1-1988 (ustar): plain files, names of at most 100 bytes. Any tar program reads it. */
const BLOCK = 512;
const NAME_BYTES = 100;
const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

function checksum(header: Buffer): number {
  let sum = 0;
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  return sum;
}

function headerOf(name: string, size: number, seconds: number): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES) throw new Error(`too long a name for an archive: ${name}`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write(octal(0o600, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(seconds, 11), 136);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(octal(checksum(header), 6), 148);
  header.write(' ', 155);
  return header;
}

async function send(to: Writable, bytes: Uint8Array): Promise<void> {
  if (to.destroyed) throw to.errored ?? new Error('nobody reads the archive any more');
  if (!to.write(bytes)) await once(to, 'drain');
}

/** Writes a file of an archive. @param body exactly `size` bytes */
export async function writeEntry(
  to: Writable,
  name: string,
  size: number,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  await send(to, headerOf(name, size, Math.floor(Date.now() / 1000)));
  let written = 0;
  for await (const chunk of body) {
    written += chunk.length;
    await send(to, chunk);
  }
  if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}`);
  await send(to, Buffer.alloc(padding(size)));
}

/** The two empty blocks that an archive ends with. */
export const END_OF_ARCHIVE: Uint8Array = Buffer.alloc(2 * BLOCK);

export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  /** Read it to its end, or not at all, before requesting the next entry. */
  readonly body: AsyncIterable<Buffer>;
}

/** Reads a given number of bytes from a stream, whatever the size of its chunks. */
class Bytes {
  private readonly source: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(from: Readable) {
    this.source = from[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** Returns at most `max` bytes; undefined at the end. */
  async some(max: number): Promise<Buffer | undefined> {
    while (this.rest.length === 0) {
      const { done, value } = await this.source.next();
      if (done) return undefined;
      this.rest = value;
    }
    const part = this.rest.subarray(0, max);
    this.rest = this.rest.subarray(part.length);
    return part;
  }

  async *exactly(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      const part = await this.some(left);
      if (part === undefined) throw new Error('The archive ends too early: it is not whole.');
      left -= part.length;
      yield part;
    }
  }

  async all(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.exactly(count)) parts.push(part);
    return Buffer.concat(parts);
  }
}

/** Yields the files of an archive in order. @throws Error when it is truncated or is no archive */
export async function* readArchive(from: Readable): AsyncGenerator<ArchiveEntry> {
  const bytes = new Bytes(from);
  for (;;) {
    const header = await bytes.all(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const told = Number.parseInt(header.toString('latin1', 148, 154), 8);
    if (header.toString('latin1', 257, 262) !== 'ustar' || told !== checksum(header)) {
      throw new Error('This is not a backup, or it was damaged.');
    }
    const name = header.toString('utf8', 0, NAME_BYTES).replace(/\0.*$/s, '');
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8);
    const body = bytes.exactly(size);
    yield { name, size, body };
    for await (const _ of body);
    await bytes.all(padding(size));
  }
}

/** Reads a small file of an archive into memory. */
export async function readWhole(entry: ArchiveEntry): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of entry.body) parts.push(part);
  return Buffer.concat(parts);
}
