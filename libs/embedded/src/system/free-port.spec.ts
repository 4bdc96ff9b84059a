import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';

let cache: string;
const configured = process.env['SECURE_PREVIEW_CACHE_DIR'];

beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'ports-'));
  process.env['SECURE_PREVIEW_CACHE_DIR'] = cache;
});
afterEach(() => {
  if (configured === undefined) delete process.env['SECURE_PREVIEW_CACHE_DIR'];
  else process.env['SECURE_PREVIEW_CACHE_DIR'] = configured;
  rmSync(cache, { recursive: true });
});

/** Reserves all ports as another process would have done so long ago. */
function reserveAll(secondsAgo: number): void {
  const at = Date.now() / 1000 - secondsAgo;
  mkdirSync(join(cache, 'ports'), { recursive: true });
  for (let port = 12_000; port < 32_768; port += 1) {
    const file = join(cache, 'ports', String(port));
    writeFileSync(file, '');
    utimesSync(file, at, at);
  }
}

it('finds ports below the ephemeral ones, each only once', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort()));
  expect(new Set(ports).size).toBe(50);
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(12_000);
    expect(port).toBeLessThan(32_768);
  }
});

it('finds no port that another process reserved in the last five minutes', async () => {
  reserveAll(290);
  await expect(freePort()).rejects.toThrow('No free port found on 127.0.0.1');
  reserveAll(310);
  expect(await freePort()).toBeGreaterThan(0);
});

it('finds a port without a writable cache folder', async () => {
  process.env['SECURE_PREVIEW_CACHE_DIR'] = '/dev/null/cache';
  expect(await freePort()).toBeGreaterThan(0);
});
