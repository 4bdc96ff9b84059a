import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { access, open, rename, rm, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { UsageError } from './usage-error.js';

/** Milliseconds between updates of the modification time of a draft. */
const TOUCH_MS = 30_000;

async function openDraft(draft: string): Promise<WriteStream> {
  const stream = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true });
  try {
    await once(stream, 'open');
    return stream;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(
      `Cannot write into ${dirname(draft)}: ${code ?? message}. Choose an existing folder with write access.`,
    );
  }
}

/** Makes a rename in a folder durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file that only its owner may read, or to standard output when `file` is `-` or undefined. The file
 * appears once it is complete and on disk; a failure leaves no file. A draft that was last modified minutes ago belongs
 * to a process that was killed.
 *
 * @param write writes to the stream `to`; ends it if `end` is true; `end` is false for standard output
 * @param options.name returns the final name of the file, after everything was written
 * @throws UsageError when the file exists and may not be replaced
 */
export async function writeOutput(
  file: string | undefined,
  options: { replace: boolean; name?: () => string },
  write: (to: Writable, end: boolean) => Promise<void>,
): Promise<void> {
  if (file === undefined || file === '-') return write(process.stdout, false);
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists && !options.replace) throw new UsageError(`${file} already exists. Use --force to replace it.`);
  const draft = `${file}.${process.pid}.part`;
  const touch = () => utimes(draft, new Date(), new Date()).catch(() => undefined);
  const timer = setInterval(touch, TOUCH_MS);
  try {
    await write(await openDraft(draft), true);
    const name = options.name?.() ?? file;
    await rename(draft, name);
    await syncFolder(dirname(name));
  } finally {
    clearInterval(timer);
    await rm(draft, { force: true });
  }
}
