import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';

async function send(to: Writable, bytes: Uint8Array): Promise<void> {
  if (to.destroyed) throw to.errored ?? new Error('the reader of the archive has closed it');
  if (!to.write(bytes)) await once(to, 'drain');
}

/**
 * Writes a file of an archive, which any tar program reads. Several processes write to one archive, so its
 * end is written separately.
 *
 * @param body exactly `size` bytes
 */
export async function writeEntry(
  to: Writable,
  name: string,
  size: number,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const archive = pack();
  const file = archive.entry({ name, size, mode: 0o600 }, (error) => {
    if (!error) archive.push(null);
  });
  // The loop below throws the same error.
  pipeline(body, file).catch(() => undefined);
  for await (const bytes of archive) await send(to, bytes);
}

/** The two empty blocks that an archive ends with. */
export const END_OF_ARCHIVE: Uint8Array = Buffer.alloc(1024);

export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  /** Read it to its end, or not at all, before requesting the next entry. */
  readonly body: AsyncIterable<Buffer>;
}

const unreadable = (cause: unknown) => new Error('This is not a complete backup', { cause });

async function* bytesOf(entry: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* entry;
  } catch (error) {
    throw unreadable(error);
  }
}

/** Yields the files of an archive in order. @throws Error when it is truncated or is not an archive */
export async function* readArchive(from: Readable): AsyncGenerator<ArchiveEntry> {
  const archive = extract();
  // The loop below throws the same error.
  pipeline(from, archive).catch(() => undefined);
  try {
    for await (const entry of archive) {
      const { name, size = 0 } = entry.header;
      yield { name, size, body: bytesOf(entry) };
      for await (const _ of entry);
    }
  } catch (error) {
    throw unreadable(error);
  }
}

/** Reads a small file of an archive into memory. */
export const readWhole = ({ body }: ArchiveEntry): Promise<Buffer> => buffer(body);
