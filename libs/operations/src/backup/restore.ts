import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { verifiedSection } from '../archive/section.js';
import { type ArchiveEntry, END_OF_ARCHIVE, readArchive, readWhole, writeEntry } from '../archive/tar.js';
import { commandServices } from '../commands.js';
import { type Programs, runService, serviceEnvironment } from '../run-service.js';
import { UsageError } from '../usage-error.js';
import { type BackupHeader, readHeader } from './header.js';

/** Reading the backup file failed, for example with an I/O error. */
class UnreadableError extends Error {}

/** Yields the bytes of a file, or of standard input. @throws UnreadableError */
async function* contentOf(file: string): AsyncGenerator<Buffer> {
  try {
    yield* file === '-' ? process.stdin : createReadStream(file);
  } catch (cause) {
    const name = file === '-' ? 'Standard input' : file;
    throw new UnreadableError(`${name} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** Opens a backup for one pass: returns its header and the files of its sections in order. */
async function open(
  from: AsyncIterable<Buffer>,
): Promise<{ header: BackupHeader; entries: AsyncGenerator<ArchiveEntry> }> {
  const entries = readArchive(from);
  const { value: first } = await entries.next();
  if (first === undefined) throw new Error('This is not a backup of a portal.');
  const header = readHeader(first.name, (await readWhole(first)).toString());
  if (header.parts.join() !== commandServices.join()) throw new Error('Sections of the backup are missing.');
  return { header, entries };
}

/** Wraps `entries` so that a loop that ends early does not close the generator. */
const keepOpen = (entries: AsyncGenerator<ArchiveEntry>): AsyncIterable<ArchiveEntry> => ({
  [Symbol.asyncIterator]: () => ({ next: () => entries.next() }),
});

/** Verifies a complete backup without writing anything. */
async function check(from: AsyncIterable<Buffer>): Promise<void> {
  const { header, entries } = await open(from);
  for (const service of header.parts) for await (const _ of verifiedSection(keepOpen(entries), service));
  if (!(await entries.next()).done) throw new Error('The backup contains unexpected files.');
}

/** Sends one service its files, including the manifest. */
async function restoreSection(
  service: (typeof commandServices)[number],
  entries: AsyncGenerator<ArchiveEntry>,
  programs: Programs,
): Promise<void> {
  const child = spawn(process.execPath, [programs.cli(service), 'restore-data'], {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: serviceEnvironment(service, programs.env),
  });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code));
  });
  // The service prints why it stops reading.
  child.stdin.on('error', () => undefined);
  try {
    for (;;) {
      const { value: entry, done } = await entries.next();
      if (done) throw new Error('The backup is incomplete.');
      await writeEntry(child.stdin, entry.name, entry.size, entry.body);
      if (entry.name === `${service}/manifest.json`) break;
    }
    child.stdin.end(END_OF_ARCHIVE);
  } catch (error) {
    child.stdin.destroy();
    // The service reports only that its input ended early.
    if (error instanceof UnreadableError) process.stderr.write(`${error.message}\n`);
    if ((await exited) === 0) throw error;
  }
  if ((await exited) !== 0) {
    throw new Error(
      `The portal is only partly restored: ${service} is missing. Empty the database and the bucket, then try again.`,
    );
  }
}

/** Returns the backup file from the arguments. @throws UsageError */
export function restoreArgs(args: readonly string[]): string {
  const [file, ...extra] = args;
  if (file === undefined || extra.length > 0)
    throw new UsageError('Missing backup: a file, or - for standard input.');
  return file;
}

/** Restores a backup into an empty portal. @returns the exit code */
export async function restore(args: readonly string[], programs: Programs): Promise<number> {
  const file = restoreArgs(args);
  if (file !== '-') {
    await access(file).catch(() => {
      throw new UsageError(`${file} cannot be read.`);
    });
    await check(contentOf(file));
  }
  const from = contentOf(file);
  try {
    const { header, entries } = await open(from);
    for (const service of commandServices) {
      const code = await runService(programs, service, ['restore-data', '--check']);
      if (code !== 0) return code;
    }
    for (const service of commandServices) await restoreSection(service, entries, programs);
    process.stdout.write(`Restored the portal as it was on ${header.createdAt}.\n`);
    return await runService(programs, 'media-service', ['verify-storage']);
  } finally {
    // Otherwise this process would wait for the end of its input.
    await from.return(undefined);
  }
}
