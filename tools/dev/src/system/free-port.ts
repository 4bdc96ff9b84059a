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

/** A port that nobody listens on now, chosen by the operating system. */
export function freePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port: 0, host, exclusive: true }, () => {
      const address = probe.address();
      if (address === null || typeof address === 'string') reject(new Error('No port in the address'));
      else probe.close(() => resolve(address.port));
    });
  });
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
