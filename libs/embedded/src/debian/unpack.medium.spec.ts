import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { versionOf } from '../system/command.js';
import { privateApt } from './apt.js';
import { unpackedPackages } from './unpack.js';
import { wrapperPath, writeWrapper } from './wrapper.js';

describe('unpackedPackages', () => {
  let dir: string;
  const originalDir = process.env['SECURE_PREVIEW_CACHE_DIR'];
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'cache-'));
    process.env['SECURE_PREVIEW_CACHE_DIR'] = dir;
  });
  afterEach(() => {
    if (originalDir === undefined) delete process.env['SECURE_PREVIEW_CACHE_DIR'];
    else process.env['SECURE_PREVIEW_CACHE_DIR'] = originalDir;
    rmSync(dir, { recursive: true, force: true });
  });

  it('finds all dependencies, even if the package lists must be fetched first', async () => {
    const reported: string[] = [];
    const apt = await privateApt(join(dir, 'apt'), (line) => reported.push(line));
    const names = (await apt.missing(['redis-server', 'redis-tools'])).map(({ name }) => name);
    expect(reported).toEqual(['Fetching the package lists …']);
    expect(names).toEqual(expect.arrayContaining(['redis-server', 'redis-tools']));
    await expect(apt.missing(['no-such-package'])).rejects.toThrow('no-such-package');
  });

  it('fetches once when two processes start at the same time, and leaves no draft', async () => {
    const reported: string[] = [];
    const fetch = () =>
      unpackedPackages({
        name: 'redis',
        packages: ['redis-server', 'redis-tools'],
        works: (root) => versionOf(wrapperPath(root, 'redis-server')) !== undefined,
        finish: (draft, root) => writeWrapper(draft, root, 'redis-server', 'usr/bin/redis-server'),
        log: (line) => reported.push(line),
      });
    const [first = '', second] = await Promise.all([fetch(), fetch()]);
    expect(first).toBe(second);
    expect(reported.filter((line) => line.startsWith('Fetching redis'))).toHaveLength(1);
    expect(readdirSync(join(first, '..'))).toEqual(['redis']);
    expect(versionOf(wrapperPath(first, 'redis-server'))).toContain('Redis server');
  });

  it('fetches again when the cached tree does not run', async () => {
    let isBroken = true;
    const fetch = () =>
      unpackedPackages({
        name: 'lzf',
        packages: ['liblzf1'],
        works: () => !isBroken,
        finish: () => {
          isBroken = false;
        },
        log: () => undefined,
      });
    await fetch();
    isBroken = true;
    await fetch();
    expect(isBroken).toBe(false);
  });
});
