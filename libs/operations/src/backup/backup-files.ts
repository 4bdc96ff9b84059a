import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** File names that `portal backup` uses in a folder. It removes no other files. */
const BACKUP = /^portal-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})(\.incomplete)?\.tar$/;
const DRAFT = /^portal-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.tar\.\d+\.part$/;
/** Ten times the interval in which `writeOutput` touches a draft, in milliseconds. */
const ABANDONED_MS = 300_000;

/** A file in the folder that an earlier run wrote. */
export interface BackupFile {
  readonly name: string;
  /** Start of the backup, in milliseconds since 1970. */
  readonly time: number;
  /** False when it lacks objects that were lost earlier. */
  readonly isWhole: boolean;
}

/** Returns the name of a backup. Marks an incomplete one, so it never replaces a complete one. */
export function backupName(time: Date, isWhole: boolean): string {
  const text = time.toISOString().slice(0, 19).replaceAll(':', '-');
  return `portal-${text}${isWhole ? '' : '.incomplete'}.tar`;
}

function parseName(name: string): BackupFile | undefined {
  const [, date, hours, minutes, seconds, incomplete] = BACKUP.exec(name) ?? [];
  const time = Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(time) ? undefined : { name, time, isWhole: incomplete === undefined };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Returns the portal's backups in a folder, newest first. */
export async function backupsIn(folder: string): Promise<BackupFile[]> {
  const files = (await filesIn(folder)).flatMap((name) => parseName(name) ?? []);
  return files.sort((a, b) => b.time - a.time);
}

/**
 * Returns the backups to remove after `written` was completed. Keeps the newest `keep` complete backups. Keeps
 * at most `keep` incomplete ones, and none older than the oldest complete one it keeps. An incomplete backup
 * never removes a complete one.
 *
 * @param files newest first
 */
export function expiredBackups(files: readonly BackupFile[], keep: number, written: string): BackupFile[] {
  const whole = files.filter(({ isWhole }) => isWhole);
  const incomplete = files.filter(({ isWhole }) => !isWhole);
  const oldestKept = whole[keep - 1]?.time ?? 0;
  const removed = incomplete.filter(({ time }, index) => index >= keep || time < oldestKept);
  if (whole.some(({ name }) => name === written)) removed.push(...whole.slice(keep));
  // Older files may have later names if the clock was wrong.
  return removed.filter(({ name }) => name !== written);
}

/** Removes the backups that `written` replaces, and prints their names. */
export async function rotate(folder: string, keep: number, written: string): Promise<void> {
  for (const { name } of expiredBackups(await backupsIn(folder), keep, written)) {
    await rm(join(folder, name));
    process.stderr.write(`Removed ${join(folder, name)}: more than ${keep} backups.\n`);
  }
}

/** Removes drafts of runs that were killed. A run in progress touches its draft. */
export async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const name of await filesIn(folder)) {
    if (!DRAFT.test(name)) continue;
    const file = join(folder, name);
    // Another run may have just renamed it.
    const touched = await stat(file).catch(() => undefined);
    if (touched === undefined || Date.now() - touched.mtimeMs < ABANDONED_MS) continue;
    await rm(file, { force: true });
    process.stderr.write(`Removed ${file}: the run that wrote it was interrupted.\n`);
  }
}
