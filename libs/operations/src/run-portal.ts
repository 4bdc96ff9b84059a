import { backup } from './backup/backup.js';
import { backupArgs } from './backup/backup-args.js';
import { restore, restoreArgs } from './backup/restore.js';
import {
  type CommonCommandName,
  commandList,
  examinedServices,
  isPortalCommand,
  type PortalCommand,
  type PortalCommandName,
  portalCommands,
} from './commands.js';
import { identify } from './identify/identify.js';
import { identifyArgs } from './identify/identify-args.js';
import { PROBE_HELP } from './probe/probe-help.js';
import { type PortalPrograms, runService } from './run-service.js';
import { checkSettings } from './settings/check-settings.js';
import { settingsReport } from './settings/settings-report.js';
import { UsageError } from './usage-error.js';

const DOCTOR = `Check all dependencies of the portal, and suggest remedies.

Usage: portal doctor [--portal-url <url>] [--mail <address>]

  --portal-url <url>   URL of the portal in browsers, to check the public URL of the storage (PUBLIC_ORIGIN)
  --mail <address>     send a test mail to this address; the portal must be running

Each line is ok, a warning or an ERROR with a remedy. Exit code: 1 if there is an error.`;

const BACKUP = `Save database, objects and secrets to one file. The portal may keep running.

Usage: portal backup <folder | file | -> [--force] [--allow-missing] [--keep <number>] [--daily <hh:mm>]

  <folder>         write a file, named after the time, into this existing folder
  <file>           write this file; its name must end in .tar, and only you can read it
  -                write to standard output, such as to a program that encrypts it
  --force          replace the file if it exists
  --allow-missing  exit with 0 even if objects of trailers were lost earlier
  --keep <number>  after the backup, remove the oldest ones in the folder until this number is left
  --daily <hh:mm>  keep running and make a backup each day at this local time (TZ); make a missed backup at once

The backup contains personal data and the keys of every trailer: encrypt it. Exit code: 1 if no backup was written, or
if it lacks objects that the database refers to. In a folder, such a backup is named \`….incomplete.tar\`. Incomplete
backups never replace complete ones, and a failed backup replaces none.`;

const RESTORE = `Restore a backup into an empty portal. The portal must be stopped, and its database and storage must run.

Usage: portal restore <file | ->

  <file>   a backup made by \`portal backup\`; it is checked before anything is written
  -        read from standard input

At the end, the restored data are compared with the storage (\`portal verify-storage\`).`;

const IDENTIFY = `Find out whose copy of a marked trailer a video file shows. Stores nothing.

Usage: portal identify <file> [--json]

  <file>   a video of at most 500 MB, 5 seconds to 10 minutes: cut, scaled, cropped, mirrored or filmed off a screen
  --json   print JSON: {verdict, people: [{email, proved, np, …}], reason, …}

The verdict is named, several, or inconclusive. docs/forensic-marking.md explains what a name means and what it does not.
Exit code: 0 with any verdict, 1 if the file could not be read.`;

interface CommonCommand {
  readonly help: string;
  run(args: readonly string[], programs: PortalPrograms): Promise<number>;
}

const commonCommands: Readonly<Record<CommonCommandName, CommonCommand>> = {
  doctor: { help: DOCTOR, run: examine },
  backup: { help: BACKUP, run: backup },
  restore: { help: RESTORE, run: restore },
  identify: { help: IDENTIFY, run: identify },
  // Loaded on demand: every service imports this package.
  probe: { help: PROBE_HELP, run: async (args) => (await import('./probe/run-probe.js')).runProbe(args) },
};

const isCommon = (name: PortalCommandName): name is CommonCommandName => Object.hasOwn(commonCommands, name);

const asksForHelp = (args: readonly string[]) => args.includes('--help') || args.includes('-h');

/** Returns the requested command; undefined when it needs no server, as for help or `probe`. */
export function commandOf(args: readonly string[]): PortalCommand | undefined {
  const [name = '', ...rest] = args;
  if (!isPortalCommand(name) || asksForHelp(rest)) return undefined;
  try {
    if (name === 'backup') backupArgs(rest);
    if (name === 'restore') restoreArgs(rest);
    if (name === 'identify') identifyArgs(rest);
  } catch {
    return undefined;
  }
  const command = portalCommands[name];
  return command.service === 'none' ? undefined : command;
}

/** Runs the requested command. @returns the exit code */
export async function runPortal(
  args: readonly string[],
  program: string,
  programs: PortalPrograms,
): Promise<number> {
  const [name = '', ...rest] = args;
  if (!isPortalCommand(name)) {
    const isHelp = name === '--help' || name === '-h' || name === 'help';
    const unknown = isHelp || name === '' ? '' : `Unknown command “${name}”.\n\n`;
    (isHelp ? process.stdout : process.stderr).write(unknown + commandList(program));
    return isHelp ? 0 : 2;
  }
  if (!isCommon(name)) return runService(programs, portalCommands[name].service, args);
  const { help, run } = commonCommands[name];
  if (asksForHelp(rest)) {
    process.stdout.write(`${help}\n`);
    return 0;
  }
  try {
    return await run(rest, programs);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    if (!(error instanceof UsageError)) return 1;
    process.stderr.write(error.isExplained ? `\n${help}\n` : `See: ${program} --help\n`);
    return 2;
  }
}

/** Checks all settings, then runs `doctor` in every service, even after errors. Stops at a usage error. */
async function examine(args: readonly string[], programs: PortalPrograms): Promise<number> {
  const problems = await checkSettings(examinedServices, programs.settings, programs.env);
  if (problems.length > 0) throw new Error(settingsReport(problems));
  const codes: number[] = [];
  for (const service of examinedServices) {
    codes.push(await runService(programs, service, ['doctor', ...args]));
    if (codes.includes(2)) break;
  }
  return Math.max(...codes);
}
