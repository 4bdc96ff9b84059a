import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { END_OF_ARCHIVE, writeEntry } from '../archive/tar.js';
import { commandServices } from '../commands.js';
import { ownEnvironment, type Programs } from '../run-service.js';
import { UsageError } from '../usage-error.js';
import { writeOutput } from '../write-output.js';
import { EXIT_PARTIAL } from './exit-partial.js';
import { type BackupHeader, FORMAT, HEADER } from './header.js';

interface BackupArgs {
  readonly target: string;
  readonly force: boolean;
  /** Whether a backup that only lacks objects lost earlier counts as a success. */
  readonly allowMissing: boolean;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Checks the destination before anything is read. @throws UsageError when it cannot be written to */
function requireTarget(target: string): void {
  if (target === '-' || isFolder(target)) return;
  if (!target.endsWith('.tar')) {
    const advice = 'Create it first, or name a file that ends in .tar.';
    throw new UsageError(`The folder ${target} does not exist. ${advice}`, false);
  }
  if (!isFolder(dirname(target)))
    throw new UsageError(`The folder ${dirname(target)} does not exist. Create it first.`, false);
}

/** @throws UsageError */
export function backupArgs(args: readonly string[]): BackupArgs {
  try {
    const no = { type: 'boolean', default: false } as const;
    const options = { force: no, 'allow-missing': no };
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [target, ...more] = positionals;
    if (target === undefined || more.length > 0)
      throw new UsageError(
        'Missing destination: a folder, a file that ends in .tar, or - for standard output.',
      );
    requireTarget(target);
    return { target, force: values.force, allowMissing: values['allow-missing'] };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}

function fileFor(target: string, now: Date): string {
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
  return target !== '-' && isFolder(target) ? join(target, `portal-${time}.tar`) : target;
}

/** Appends the section of a service. @returns whether everything could be saved */
async function appendPart(service: (typeof commandServices)[number], programs: Programs, to: Writable) {
  const child = spawn(process.execPath, [programs.cli(service), 'backup-data'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: ownEnvironment(service, programs.env),
  });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code));
  });
  await pipeline(child.stdout, to, { end: false });
  const code = await exited;
  if (code !== 0 && code !== EXIT_PARTIAL) throw new Error('No backup was written.');
  return code === 0;
}

/** Saves the data of each service, one after the other, in one archive. @returns the exit code */
export async function backup(args: readonly string[], programs: Programs): Promise<number> {
  const { target, force, allowMissing } = backupArgs(args);
  const now = new Date();
  const file = fileFor(target, now);
  let isWhole = true;
  await writeOutput(file, { replace: force }, async (to, end) => {
    const header: BackupHeader = { format: FORMAT, createdAt: now.toISOString(), parts: commandServices };
    const bytes = Buffer.from(JSON.stringify(header, null, 2));
    await writeEntry(to, HEADER, bytes.length, [bytes]);
    for (const service of commandServices) isWhole = (await appendPart(service, programs, to)) && isWhole;
    to.write(END_OF_ARCHIVE);
    if (end) await finished(to.end());
  });
  if (file !== '-') process.stderr.write(`Saved in ${file}. It holds personal data and keys: encrypt it.\n`);
  if (isWhole) return 0;
  process.stderr.write(
    'The backup is incomplete: objects of trailers are lost. `portal verify-storage` lists them.\n',
  );
  return allowMissing ? 0 : 1;
}
