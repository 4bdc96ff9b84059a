import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Log, onPath, output, threeTimes } from '../system/command.js';

const listsMaxAgeMs = 6 * 3_600_000;

export interface DebianPackage {
  name: string;
  version: string;
}

/** apt with state folders of our own, so that it needs neither root nor lists that the machine may not have. */
export interface PrivateApt {
  /** The named packages, be they installed or not, and what they depend on and this machine lacks. */
  missing(packages: string[]): Promise<DebianPackage[]>;
  /** Fetches the packages' archives into a folder. */
  download(packages: DebianPackage[], into: string): Promise<void>;
  /** Fetches the package lists anew. */
  update(): Promise<void>;
}

/** True on a machine whose packages apt and dpkg can fetch and unpack. */
export function hasApt(): boolean {
  return onPath('apt-get') !== undefined && onPath('dpkg-deb') !== undefined;
}

/**
 * Reads `apt-get --simulate install`: one line `Inst name [installed] (version origin [arch])` for each package.
 * The C library and its like are the machine's own and never replaced, even where an upgrade is on offer.
 */
export function parseSimulation(text: string): DebianPackage[] {
  const machinesOwn = /^(libc6|libc-bin|libgcc-s1|libstdc\+\+6|gcc-\d+-base|dpkg|apt)$/;
  return text.split('\n').flatMap((line) => {
    const match = /^Inst (\S+) (?:\[[^\]]*\] )?\((\S+) /.exec(line);
    const [, name, version] = match ?? [];
    return name === undefined || version === undefined || machinesOwn.test(name) ? [] : [{ name, version }];
  });
}

function fresh(stamp: string): boolean {
  return Date.now() - (statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0) < listsMaxAgeMs;
}

/** apt working in `dir`. */
export async function privateApt(dir: string, log: Log): Promise<PrivateApt> {
  const lists = join(dir, 'lists');
  const stamp = join(dir, 'lists-fetched');
  for (const part of ['lists/partial', 'cache/archives/partial', 'state', 'log']) {
    mkdirSync(join(dir, part), { recursive: true });
  }
  const own = {
    'Dir::State': join(dir, 'state'),
    'Dir::State::lists': lists,
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': join(dir, 'cache'),
    'Dir::Log': join(dir, 'log'),
    // The sandbox user could not read our folders.
    'APT::Sandbox::User': '',
    'Acquire::Retries': '1',
    'Acquire::http::Timeout': '20',
    'Acquire::https::Timeout': '20',
    'Acquire::Languages': 'none',
  };
  const options = Object.entries(own).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const apt = (args: string[], deadlineMs: number, cwd = dir) =>
    output('apt-get', ['-q', ...options, ...args], deadlineMs, { cwd, env: { ...process.env, LC_ALL: 'C' } });

  const update = async () => {
    log('Fetching the package lists …');
    await threeTimes(() => apt(['update'], 120_000));
    writeFileSync(stamp, '');
    utimesSync(stamp, new Date(), new Date());
  };
  if (!fresh(stamp)) await update();
  return {
    update,
    missing: async (packages) =>
      parseSimulation(
        await apt(['--simulate', '--reinstall', '--no-install-recommends', 'install', ...packages], 60_000),
      ),
    download: async (packages, into) => {
      const names = packages.map(({ name, version }) => `${name}=${version}`);
      if (names.length > 0)
        await threeTimes(() => apt(['download', ...names], 300_000, into).then(() => undefined));
    },
  };
}
