import { hasApt } from '../debian/apt.js';
import { unpackedPackages } from '../debian/unpack.js';
import { wrapperPath, writeWrapper } from '../debian/wrapper.js';
import { type Log, onPath, versionOf } from '../system/command.js';

const names = ['redis-server', 'valkey-server'];

/**
 * Returns the major version from `redis-server --version` or `valkey-server --version`; undefined for other
 * text.
 */
export function serverMajor(versionText: string): number | undefined {
  const match = /^(?:Redis|Valkey) server v=(\d+)\./m.exec(versionText);
  return match?.[1] === undefined ? undefined : Number.parseInt(match[1], 10);
}

/** Returns whether the server has BLMPOP, on which remote calls wait. It exists since Redis 7.0. */
function isRecent(command: string): boolean {
  return (serverMajor(versionOf(command) ?? '') ?? 0) >= 7;
}

/**
 * Finds a Redis or Valkey server, version 7 or later: on PATH, or the distribution's, unpacked into the cache.
 *
 * @throws Error with one line that says what to install
 */
export async function findRedis(log: Log): Promise<string> {
  const installed = names.map((name) => onPath(name)).find((path) => path !== undefined && isRecent(path));
  if (installed !== undefined) return installed;
  const advice = 'Install Redis 7 or later (redis-server or valkey-server on PATH), or set REDIS_URL.';
  if (!hasApt()) throw new Error(advice);
  try {
    const root = await unpackedPackages({
      name: 'redis',
      // The server program is in redis-tools.
      packages: ['redis-server', 'redis-tools'],
      works: (tree) => isRecent(wrapperPath(tree, 'redis-server')),
      finish: (draft, tree) => writeWrapper(draft, tree, 'redis-server', 'usr/bin/redis-server'),
      log,
    });
    return wrapperPath(root, 'redis-server');
  } catch (error) {
    throw new Error(`Redis could not be fetched. ${advice}`, { cause: error });
  }
}
