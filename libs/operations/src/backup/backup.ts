import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { END_OF_ARCHIVE, writeEntry } from '../archive/tar.js';
import { commandServices } from '../commands.js';
import { type Programs, runService, serviceEnvironment } from '../run-service.js';
import { writeOutput } from '../write-output.js';
import { type BackupArgs, backupArgs, isFolder } from './backup-args.js';
import { backupName, removeAbandonedDrafts, rotate } from './backup-files.js';
import { runDaily } from './daily.js';
import { EXIT_PARTIAL } from './exit-partial.js';
import { type BackupHeader, FORMAT, HEADER } from './header.js';

/** Appends the section of a service. @returns whether everything could be saved */
async function appendSection(
  service: (typeof commandServices)[number],
  programs: Programs,
  to: Writable,
  signal: AbortSignal,
) {
  const child = spawn(process.execPath, [programs.cli(service), 'backup-data'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: serviceEnvironment(service, programs.env),
    signal,
  });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code));
  });
  const [code] = await Promise.all([exited, pipeline(child.stdout, to, { end: false })]);
  if (code !== 0 && code !== EXIT_PARTIAL) throw new Error('No backup was written.');
  return code === 0;
}

/** Saves the data of all services, one after the other, in one archive. @returns the exit code */
async function makeBackup(args: BackupArgs, programs: Programs, signal: AbortSignal): Promise<number> {
  const { target, force, allowMissing, keep } = args;
  const folder = isFolder(target) ? target : undefined;
  const now = new Date();
  const name = (isWhole: boolean) => (folder === undefined ? target : join(folder, backupName(now, isWhole)));
  if (folder !== undefined && keep !== undefined) await removeAbandonedDrafts(folder);
  let isWhole = true;
  await writeOutput(name(true), { replace: force, name: () => name(isWhole) }, async (to, end) => {
    const header: BackupHeader = { format: FORMAT, createdAt: now.toISOString(), parts: commandServices };
    const bytes = Buffer.from(JSON.stringify(header, null, 2));
    await writeEntry(to, HEADER, bytes.length, [bytes]);
    for (const service of commandServices)
      isWhole = (await appendSection(service, programs, to, signal)) && isWhole;
    to.write(END_OF_ARCHIVE);
    if (end) await finished(to.end());
  });
  const file = name(isWhole);
  if (file !== '-')
    process.stderr.write(`Saved in ${file}. It contains personal data and keys: encrypt it.\n`);
  if (!isWhole)
    process.stderr.write(
      'The backup is incomplete: objects of trailers are lost. `portal verify-storage` lists them.\n',
    );
  const isSuccess = isWhole || allowMissing;
  // Stores the time for the metric of the backup's age. If that fails, the command prints the reason and the backup
  // still counts as successful.
  if (isSuccess) await runService(programs, 'media-service', ['record-backup']);
  if (folder !== undefined && keep !== undefined) await rotate(folder, keep, backupName(now, isWhole));
  return isSuccess ? 0 : 1;
}

/** Makes one backup, or one each day until SIGTERM. @returns the exit code */
export async function backup(args: readonly string[], programs: Programs): Promise<number> {
  const parsed = backupArgs(args);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  // Removes the draft before the process ends.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop);
  const make = () =>
    makeBackup(parsed, programs, stopping.signal).catch((error: unknown) => {
      throw stopping.signal.aborted ? new Error('Stopped. No backup was written.') : error;
    });
  try {
    const { daily, target } = parsed;
    return await (daily === undefined ? make() : runDaily(target, daily, make, stopping.signal));
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop);
  }
}
