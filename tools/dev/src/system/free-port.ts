import { randomInt } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** True when a server could listen on this address now. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/**
 * Below those that systems give to outgoing connections (Linux: from 32768 on), one of which may take a port between the
 * moment it was found free and the one it is listened on; above those that browsers refuse (fetch.spec.whatwg.org, "bad
 * port").
 */
const PORTS = { from: 12_000, to: 32_768 };

/** A port that nobody listens on now. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isPortFree(port, host)) return port;
  }
  throw new Error(`No free port found on ${host}`);
}

/** The port of the last run, written in `file`, if it is still free; else a new one, written there. */
export async function keptPort(file: string, host = '127.0.0.1'): Promise<number> {
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
