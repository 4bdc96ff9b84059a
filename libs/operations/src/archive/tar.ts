import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BLOCK, decodeHeader, encodeHeader, padding } from './tar-header.js';

async function send(to: Writable, bytes: Uint8Array): Promise<void> {
  if (to.destroyed) throw to.errored ?? new Error('the reader closed the archive stream before its end');
  if (to.write(bytes)) return;
  const waiting = new AbortController();
  const eventOf = (event: string) => once(to, event, { signal: waiting.signal });
  // When a process ends, its input closes and never drains.
  await Promise.race([eventOf('drain'), eventOf('close')]).finally(() => waiting.abort());
}

/**
 * Writes one file of an archive that any tar program can read. Several processes write to one archive, so
 * the caller writes its end.
 *
 * @param body exactly `size` bytes
 */
export async function writeEntry(
  to: Writable,
  name: string,
  size: number,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  await send(to, encodeHeader(name, size));
  let written = 0;
  for await (const bytes of body) {
    written += bytes.length;
    await send(to, bytes);
  }
  if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}`);
  await send(to, Buffer.alloc(padding(size)));
}

/** The two empty blocks that an archive ends with. */
export const END_OF_ARCHIVE: Uint8Array = Buffer.alloc(2 * BLOCK);
/** Maximum bytes of a file that is read into memory. Rows are saved in files of 2 MiB before compression. */
const WHOLE_BYTES = 64 * 2 ** 20;

export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  /** Read it before requesting the next entry, which skips the unread rest. */
  readonly body: AsyncIterable<Buffer>;
}

const unreadable = (cause: string) =>
  new Error('This is not a backup, or it is incomplete', { cause: new Error(cause) });

/** Reads exact numbers of bytes from a stream of chunks. */
class ByteReader {
  private rest: Buffer = Buffer.alloc(0);

  constructor(private readonly chunks: AsyncIterator<Buffer>) {}

  /** Yields `count` bytes. The next call continues after the last byte taken. */
  async *take(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      const chunk = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(chunk.length);
      left -= chunk.length;
      if (chunk.length > 0) yield chunk;
      else this.rest = await this.next();
    }
  }

  private async next(): Promise<Buffer> {
    const { done, value } = await this.chunks.next();
    if (done) throw unreadable('Unexpected end of data');
    return value;
  }
}

/**
 * Yields the files of an archive in order. Buffers only the header. Stops
 * at the end of the archive and does not read further.
 *
 * @throws Error when it is truncated or not an archive; also forwards errors of the stream
 */
export async function* readArchive(from: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry> {
  const chunks = from[Symbol.asyncIterator]();
  const bytes = new ByteReader(chunks);
  try {
    for (;;) {
      const block = await buffer(bytes.take(BLOCK));
      if (block.every((byte) => byte === 0)) return;
      const header = decodeHeader(block);
      if (header === undefined) throw unreadable('Invalid header');
      let left = header.size;
      async function* body() {
        for await (const chunk of bytes.take(left)) {
          left -= chunk.length;
          yield chunk;
        }
      }
      yield { ...header, body: body() };
      for await (const _ of bytes.take(left + padding(header.size)));
    }
  } finally {
    await chunks.return?.();
  }
}

/** Reads a small file of an archive into memory. @throws Error when it is large */
export async function readWhole({ name, size, body }: ArchiveEntry): Promise<Buffer> {
  if (size > WHOLE_BYTES) throw unreadable(`${name} has ${size} bytes`);
  return buffer(body);
}
