import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Log, onPath, output, tryThreeTimes } from '../system/command.js';

const listsMaxAgeMs = 6 * 3_600_000;

export interface DebianPackage {
  name: string;
  version: string;
}

/** apt with private state folders. It needs neither root nor the package lists of the machine. */
export interface PrivateApt {
  /**
   * Returns the named packages, whether installed or not, and those of their dependencies that this machine
   * lacks.
   */
  missing(packages: string[]): Promise<DebianPackage[]>;
  /** Downloads the archives of the packages into a folder. */
  download(packages: DebianPackage[], into: string): Promise<void>;
  /** Refreshes the package lists. */
  update(): Promise<void>;
}

/** Returns whether apt and dpkg are present. They fetch and unpack packages. */
export function hasApt(): boolean {
  return onPath('apt-get') !== undefined && onPath('dpkg-deb') !== undefined;
}

/**
 * Parses `apt-get --simulate install`, which prints one line `Inst name [installed] (version origin [arch])`
 * for each package. The C library and similar packages are never replaced, even where an upgrade is offered.
 */
export function parseSimulation(text: string): DebianPackage[] {
  const isProtected = /^(libc6|libc-bin|libgcc-s1|libstdc\+\+6|gcc-\d+-base|dpkg|apt)$/;
  return text.split('\n').flatMap((line) => {
    const match = /^Inst (\S+) (?:\[[^\]]*\] )?\((\S+) /.exec(line);
    const [, name, version] = match ?? [];
    return name === undefined || version === undefined || isProtected.test(name) ? [] : [{ name, version }];
  });
}

function areListsRecent(stamp: string): boolean {
  return Date.now() - (statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0) < listsMaxAgeMs;
}

/** Creates an apt that works in `dir`. */
export async function privateApt(dir: string, log: Log): Promise<PrivateApt> {
  const lists = join(dir, 'lists');
  const stamp = join(dir, 'lists-fetched');
  for (const part of ['lists/partial', 'cache/archives/partial', 'state', 'log']) {
    mkdirSync(join(dir, part), { recursive: true });
  }
  const privateSettings = {
    'Dir::State': join(dir, 'state'),
    'Dir::State::lists': lists,
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': join(dir, 'cache'),
    'Dir::Log': join(dir, 'log'),
    // Otherwise apt downloads as its sandbox user, which cannot read our folders.
    'APT::Sandbox::User': '',
    'Acquire::Retries': '1',
    'Acquire::http::Timeout': '20',
    'Acquire::https::Timeout': '20',
    'Acquire::Languages': 'none',
  };
  const options = Object.entries(privateSettings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const apt = (args: string[], deadlineMs: number, cwd = dir) =>
    output('apt-get', ['-q', ...options, ...args], deadlineMs, { cwd, env: { ...process.env, LC_ALL: 'C' } });

  const update = async () => {
    log('Fetching the package lists …');
    await tryThreeTimes(() => apt(['update'], 120_000));
    writeFileSync(stamp, '');
    utimesSync(stamp, new Date(), new Date());
  };
  if (!areListsRecent(stamp)) await update();
  return {
    update,
    missing: async (packages) =>
      parseSimulation(
        await apt(['--simulate', '--reinstall', '--no-install-recommends', 'install', ...packages], 60_000),
      ),
    download: async (packages, into) => {
      const names = packages.map(({ name, version }) => `${name}=${version}`);
      if (names.length > 0)
        await tryThreeTimes(() => apt(['download', ...names], 300_000, into).then(() => undefined));
    },
  };
}
