import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { cacheDir } from './cache-dir.js';

/** Returns whether a server could listen on this address now. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * Range of ports to choose from. It ends below the ephemeral ports (Linux: from 32768), because an outgoing
 * connection could take one between the check and the listen. It starts above the ports that browsers block
 * (fetch.spec.whatwg.org, "bad port").
 */
const PORTS = { from: 12_000, to: 32_768 };

/** Milliseconds for which a found port is not given to another process: longer than a start takes. */
const RESERVED_MS = 300_000;

/**
 * Reserves a port among the processes of this user, which may start portals at the same time: a server listens only
 * seconds after its port was found. Without a writable cache folder, ports are not reserved.
 *
 * @returns false if it was reserved before
 */
function reserve(port: number): boolean {
  try {
    const folder = join(cacheDir(), 'ports');
    mkdirSync(folder, { recursive: true });
    const file = join(folder, String(port));
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age < RESERVED_MS) return false;
    rmSync(file, { force: true });
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
}

/** Finds a port that is free now, and reserves it for a few minutes. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(PORTS.from, PORTS.to);
    if ((await isPortFree(port, host)) && reserve(port)) return port;
  }
  throw new Error(`No free port found on ${host}`);
}

/**
 * Returns the port of the last run from `file` if it is still free. Otherwise finds a new one and writes it to
 * that file.
 */
export async function persistentPort(file: string, host = '127.0.0.1'): Promise<number> {
  const last = readPort(file);
  if (last !== undefined && (await isPortFree(last, host))) return last;
  const port = await freePort(host);
  writeFileSync(file, `${port}\n`);
  return port;
}

function readPort(file: string): number | undefined {
  try {
    const port = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}
