import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '../usage-error.js';

export interface BackupArgs {
  readonly target: string;
  readonly force: boolean;
  /** Whether a backup counts as successful if it lacks only objects lost earlier. */
  readonly allowMissing: boolean;
  /** Number of complete backups to keep in the folder; undefined keeps all. */
  readonly keep: number | undefined;
  /** Local time of day of a backup each day; undefined makes one backup now. */
  readonly daily: TimeOfDay | undefined;
}

export interface TimeOfDay {
  readonly hours: number;
  readonly minutes: number;
}

export function isFolder(path: string): boolean {
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

function parseKeep(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError('--keep takes a number from 1 to 9999.');
  return Number(text);
}

function parseTime(text: string): TimeOfDay {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours === undefined) throw new UsageError('--daily takes a time of day, such as 03:30.');
  return { hours: Number(hours), minutes: Number(minutes) };
}

/** @throws UsageError */
export function backupArgs(args: readonly string[]): BackupArgs {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const text = { type: 'string' } as const;
    const options = { force: flag, 'allow-missing': flag, keep: text, daily: text };
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [target, ...extra] = positionals;
    if (target === undefined || extra.length > 0)
      throw new UsageError(
        'Missing destination: a folder, a file that ends in .tar, or - for standard output.',
      );
    const keep = values.keep === undefined ? undefined : parseKeep(values.keep);
    const daily = values.daily === undefined ? undefined : parseTime(values.daily);
    requireTarget(target);
    if ((keep ?? daily) !== undefined && !isFolder(target))
      throw new UsageError('--keep and --daily need a folder.');
    return { target, force: values.force, allowMissing: values['allow-missing'], keep, daily };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}
