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
import { PROBE_HELP } from './probe/probe-help.js';
import { type PortalPrograms, runService } from './run-service.js';
import { checkSettings } from './settings/check-settings.js';
import { settingsReport } from './settings/settings-report.js';
import { UsageError } from './usage-error.js';

const DOCTOR = `Check all dependencies of the portal, with remedies.

Usage: portal doctor [--portal-url <url>]

  --portal-url <url>   as browsers know the portal, to try the storage's address as they reach it (PUBLIC_ORIGIN)

Each line is ok, a warning or an ERROR, which is followed by what to do. Exit code 1 when there is an error.`;

const BACKUP = `Save database, objects and secrets to one file, while the portal runs or not.

Usage: portal backup <folder | file | -> [--force] [--allow-missing] [--keep <number>] [--daily <hh:mm>]

  <folder>         into a file in this folder, which must exist; the file is named after the time
  <file>           into this file, whose name ends in .tar; only you can read it
  -                to standard output, to be encrypted on its way
  --force          replace the file if it exists
  --allow-missing  exit code 0 although objects of trailers are lost already
  --keep <number>  afterwards remove the oldest of the portal's own backups in the folder beyond this number
  --daily <hh:mm>  keep running and make a backup each day at this local time (TZ); a missed one at once

It holds personal data and the keys of every trailer: encrypt it. Exit code 1 when there is no backup, or one without
objects that the database relies on: what could be saved is kept, in a folder as \`….incomplete.tar\`. Incomplete backups
never replace complete ones, and a backup that failed replaces none.`;

const RESTORE = `Restore a backup into an empty portal. The portal must be stopped, its servers must run.

Usage: portal restore <file | ->

  <file>   made by \`portal backup\`; read twice: it is checked before anything is written
  -        from standard input

What was restored is compared with the storage at the end (\`portal verify-storage\`).`;

interface CommonCommand {
  readonly help: string;
  run(args: readonly string[], programs: PortalPrograms): Promise<number>;
}

const commonCommands: Readonly<Record<CommonCommandName, CommonCommand>> = {
  doctor: { help: DOCTOR, run: examine },
  backup: { help: BACKUP, run: backup },
  restore: { help: RESTORE, run: restore },
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
    const asked = name === '--help' || name === '-h' || name === 'help';
    const unknown = asked || name === '' ? '' : `Unknown command “${name}”.\n\n`;
    (asked ? process.stdout : process.stderr).write(unknown + commandList(program));
    return asked ? 0 : 2;
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

/** Checks all settings, then has every service examined, also after errors; a usage error ends it. */
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
