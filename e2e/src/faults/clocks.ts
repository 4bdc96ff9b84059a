import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasApt, unpackedPackages } from '@secure-preview/embedded';
import { temporaryDir, until } from '@secure-preview/testing';
import type { Fleet } from './fleet.js';

/** Seconds for which libfaketime caches the offset that it has read. */
const CACHE_SECONDS = 1;
/** Tolerated difference: clocks are read in whole seconds, and responses take time on a busy machine. */
const TOLERANCE_MS = 60_000;

const libraryIn = (tree: string) =>
  readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('libfaketimeMT.so.1'))
    .map((file) => join(tree, file))[0];

function isUsable(library: string | undefined): boolean {
  if (library === undefined) return false;
  const env = { ...process.env, LD_PRELOAD: library, FAKETIME: '-100d' };
  // `node -p` would colour the number if FORCE_COLOR is set.
  const program = 'process.stdout.write(String(Date.now()))';
  const probe = spawnSync(process.execPath, ['-e', program], { env, encoding: 'utf8', timeout: 20_000 });
  return Date.now() - Number(probe.stdout) > 86_400_000;
}

/** Returns the distribution's libfaketime, unpacked into the cache. */
async function findFaketime(): Promise<string> {
  if (!hasApt()) throw new Error('These tests need libfaketime, which is only fetched on Debian and Ubuntu.');
  const root = await unpackedPackages({
    name: 'faketime',
    packages: ['libfaketime'],
    works: (tree) => isUsable(libraryIn(tree)),
    log: (line) => process.stderr.write(`${line}\n`),
  });
  return libraryIn(root) ?? '';
}

/**
 * The wall clocks of processes, each set separately. libfaketime replaces the calls of libc that return the
 * time of day. Monotonic clocks continue, as they do when the clock of a machine is set.
 */
export class Clocks {
  private readonly processNames = new Set<string>();

  private constructor(
    private readonly dir: string,
    private readonly library: string,
  ) {}

  static async prepare(): Promise<Clocks> {
    const dir = temporaryDir('clocks');
    // Postgres runs as another user, which may not have access to the cache.
    const library = join(dir, 'libfaketime.so');
    copyFileSync(await findFaketime(), library);
    chmodSync(library, 0o755);
    return new Clocks(dir, library);
  }

  /** Returns the variables that let `set` change the clock of a process. Until then, its clock is correct. */
  envOf(name: string): NodeJS.ProcessEnv {
    this.processNames.add(name);
    this.write(name, 0);
    return {
      // libc is preloaded second for Redis: its allocator requests the time before libfaketime is ready.
      LD_PRELOAD: `${this.library} libc.so.6`,
      FAKETIME_TIMESTAMP_FILE: this.file(name),
      FAKETIME_CACHE_DURATION: String(CACHE_SECONDS),
      DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** Sets the clocks of the matching processes ahead by `seconds`. Resolves once they report the new time. */
  async set(fleet: Fleet, pattern: RegExp, seconds: number): Promise<void> {
    const names = [...this.processNames].filter((name) => pattern.test(name));
    for (const name of names) this.write(name, seconds);
    const isSet = async (name: string) =>
      Math.abs((await fleet.clockOf(name)) - Date.now() - seconds * 1000) < TOLERANCE_MS;
    for (const name of names)
      await until(() => isSet(name), {
        deadlineMs: 30_000,
        everyMs: 100,
        what: `${name} to report the new time`,
      });
  }

  dispose(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }

  private file(name: string): string {
    return join(this.dir, name);
  }

  private write(name: string, seconds: number): void {
    writeFileSync(this.file(name), `${seconds < 0 ? '' : '+'}${seconds}\n`, { mode: 0o644 });
  }
}
