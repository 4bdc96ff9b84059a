import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { UsageError } from './usage-error.js';

async function openDraft(draft: string): Promise<WriteStream> {
  const stream = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true });
  try {
    await once(stream, 'open');
    return stream;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(
      `Cannot write into ${dirname(draft)}: ${code ?? message}. Name a folder that exists and that you may write into.`,
    );
  }
}

/**
 * Writes a file that only its owner may read, or to standard output when `file` is `-` or undefined. The file
 * appears once it is complete; a failure leaves none.
 *
 * @param write writes to the stream `to`, and ends it only when `end` is true: not standard output
 * @throws UsageError when the file exists and may not be replaced
 */
export async function writeOutput(
  file: string | undefined,
  options: { replace: boolean },
  write: (to: Writable, end: boolean) => Promise<void>,
): Promise<void> {
  if (file === undefined || file === '-') return write(process.stdout, false);
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists && !options.replace) throw new UsageError(`${file} already exists. Use --force to replace it.`);
  const draft = `${file}.${process.pid}.part`;
  try {
    await write(await openDraft(draft), true);
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
