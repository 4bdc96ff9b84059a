import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAbandonedFolders, withWorkFolder } from './work-folder.js';

let disk: string;
beforeEach(async () => {
  disk = await mkdtemp(join(tmpdir(), 'work-disk-'));
});
afterEach(() => rm(disk, { recursive: true }));

/** Creates a folder that was last touched some days ago. */
async function folder(name: string, daysAgo: number): Promise<void> {
  await mkdir(join(disk, name, 'video-480'), { recursive: true });
  const touchedAt = new Date(Date.now() - daysAgo * 86_400_000);
  await utimes(join(disk, name), touchedAt, touchedAt);
}

it('provides a folder during the work and removes it afterwards', async () => {
  const dir = await withWorkFolder(async (dir) => {
    expect(existsSync(dir)).toBe(true);
    return dir;
  }, disk);
  expect(existsSync(dir)).toBe(false);
  await expect(withWorkFolder(() => Promise.reject(new Error('no')), disk)).rejects.toThrow('no');
  expect(await readdir(disk)).toEqual([]);
});

it('removes folders that no worker on any machine can still use', async () => {
  const here = `secure-preview-media-${hostname()}`;
  // Process ids end at 4,194,304.
  await folder(`${here}-4999999-dead`, 0);
  await folder(`${here}-${process.pid}-before`, 0);
  await folder(`${here}-1-running`, 30);
  await folder('secure-preview-media-other-host-1-working', 0.5);
  await folder('secure-preview-media-other-host-1-gone', 2);
  await folder('of-another-program', 30);
  await removeAbandonedFolders(disk);
  expect((await readdir(disk)).sort()).toEqual(
    ['of-another-program', `${here}-1-running`, 'secure-preview-media-other-host-1-working'].sort(),
  );
});
