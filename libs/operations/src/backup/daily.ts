import { setTimeout } from 'node:timers/promises';
import { UsageError } from '../usage-error.js';
import type { TimeOfDay } from './backup-args.js';
import { backupsIn } from './backup-files.js';

/** Maximum milliseconds of one sleep: the clock may be set, and timers stop while the host is suspended. */
const MAX_SLEEP_MS = 60_000;
/** Milliseconds from a failure to the next attempt. */
const RETRY_MS = 3_600_000;

/** Returns the first local `time` of day after `after`. */
export function nextTime(after: Date, { hours, minutes }: TimeOfDay): Date {
  const next = new Date(after);
  next.setHours(hours, minutes, 0, 0);
  if (next <= after) {
    next.setDate(next.getDate() + 1);
    // Sets the time again, because daylight saving time may have shifted it.
    next.setHours(hours, minutes, 0, 0);
  }
  return next;
}

/** Rejects an unknown zone, for which Node would use UTC. @throws UsageError */
function requireTimeZone(zone: string | undefined): void {
  try {
    if (zone) new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    throw new UsageError(`TZ is ${zone}, which is not a time zone. Set one such as Europe/Berlin.`, false);
  }
}

/** Prints when the next backup is due, and waits until then or until `signal` aborts. */
async function waitUntil(due: number, signal: AbortSignal): Promise<void> {
  if (due > Date.now()) process.stderr.write(`Next backup: ${new Date(due).toISOString()}\n`);
  while (!signal.aborted && Date.now() < due) {
    const ms = Math.min(due - Date.now(), MAX_SLEEP_MS);
    await setTimeout(ms, undefined, { signal }).catch(() => undefined);
  }
}

/** Returns when the next backup is due: now, unless one was made since the last `time` of day. */
async function dueIn(folder: string, time: TimeOfDay): Promise<number> {
  const [last] = await backupsIn(folder);
  const now = Date.now();
  // The clock may have been ahead when the last backup was made.
  return last === undefined ? now : nextTime(new Date(Math.min(last.time, now)), time).getTime();
}

/**
 * Makes a backup each day until `signal` aborts. Unlike a cron daemon, this process needs no root rights, and it
 * writes to the container's log. Its only state is the file names in the folder. After a restart, it repeats no backup,
 * and makes a missed backup at once. After a failure, it tries again every hour.
 *
 * @param makeBackup makes one backup and returns the exit code
 */
export async function runDaily(
  folder: string,
  time: TimeOfDay,
  makeBackup: () => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  requireTimeZone(process.env['TZ']);
  let notBefore = 0;
  while (!signal.aborted) {
    try {
      await waitUntil(Math.max(await dueIn(folder, time), notBefore), signal);
      if (signal.aborted) break;
      notBefore = (await makeBackup()) === 0 ? 0 : Date.now() + RETRY_MS;
    } catch (error) {
      process.stderr.write(`${(error as Error).message}\n`);
      notBefore = Date.now() + RETRY_MS;
      await waitUntil(notBefore, signal);
    }
  }
  return 0;
}
