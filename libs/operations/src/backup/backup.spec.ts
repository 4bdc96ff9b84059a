import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, backupArgs } from './backup.js';
import { EXIT_PARTIAL } from './exit-partial.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'backup-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Services of which one, the last, ends with this code. */
function services(code: number, which = 'media-service') {
  const cli = (service: string) => {
    const file = join(dir, `${service}.mjs`);
    const ends = service === which ? code : 0;
    writeFileSync(file, `process.stdout.write('${service}'); process.exitCode = ${ends};`);
    return file;
  };
  return { cli, env: {} };
}
const saved = () => readdirSync(dir).filter((name) => !name.endsWith('.mjs'));
const file = () => join(dir, 'portal.tar');

it('ends with 0 when all was saved', async () => {
  expect(await backup([file()], services(0))).toBe(0);
  expect(saved()).toEqual(['portal.tar']);
});

it('is kept without what is lost, and ends with 1 unless that is allowed', async () => {
  expect(await backup([file()], services(EXIT_PARTIAL))).toBe(1);
  expect(saved()).toEqual(['portal.tar']);
  expect(await backup([file(), '--force', '--allow-missing'], services(EXIT_PARTIAL))).toBe(0);
});

it('is not whole when the first service could not save all, although the others did', async () => {
  expect(await backup([file()], services(EXIT_PARTIAL, 'auth-service'))).toBe(1);
});

it('is none when a service fails', async () => {
  await expect(backup([file(), '--allow-missing'], services(1))).rejects.toThrow('There is no backup.');
  expect(saved()).toEqual([]);
});

it.each(['missing', 'missing/', 'missing/portal.tar', 'portal.backup', 'file/portal.tar'])(
  'is refused before anything is read when it is to go to %s',
  (target) => {
    writeFileSync(join(dir, 'file'), '');
    const path = `${dir}/${target}`;
    expect(() => backupArgs([path])).toThrow(/^There is no folder /);
    expect(saved()).toEqual(['file']);
  },
);

it('goes into a file of a folder that exists, named after the time', async () => {
  expect(await backup([dir], services(0))).toBe(0);
  expect(saved()).toEqual([expect.stringMatching(/^portal-\d{4}-.*\.tar$/)]);
});

it('says which folder it cannot be written into, and what to do', async () => {
  await expect(backup(['/proc'], services(0))).rejects.toThrow(
    /^Cannot write into \/proc: E[A-Z]+\. Name a folder that exists and that you may write into\.$/,
  );
});
