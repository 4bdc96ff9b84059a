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

/** Creates services of which one, by default the last, exits with `code`. */
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

it('exits with 0 when everything was saved', async () => {
  expect(await backup([file()], services(0))).toBe(0);
  expect(saved()).toEqual(['portal.tar']);
});

it('keeps a backup that lacks lost objects, and exits with 1 unless that is allowed', async () => {
  expect(await backup([file()], services(EXIT_PARTIAL))).toBe(1);
  expect(saved()).toEqual(['portal.tar']);
  expect(await backup([file(), '--force', '--allow-missing'], services(EXIT_PARTIAL))).toBe(0);
});

it('exits with 1 when the first service could not save everything, although the others did', async () => {
  expect(await backup([file()], services(EXIT_PARTIAL, 'auth-service'))).toBe(1);
});

it('leaves no file when a service fails', async () => {
  await expect(backup([file(), '--allow-missing'], services(1))).rejects.toThrow('No backup was written.');
  expect(saved()).toEqual([]);
});

it.each(['missing', 'missing/', 'missing/portal.tar', 'portal.backup', 'file/portal.tar'])(
  'rejects the destination %s before anything is read',
  (target) => {
    writeFileSync(join(dir, 'file'), '');
    const path = `${dir}/${target}`;
    expect(() => backupArgs([path])).toThrow(/^The folder .+ does not exist/);
    expect(saved()).toEqual(['file']);
  },
);

it('writes into an existing folder, to a file named after the time', async () => {
  expect(await backup([dir], services(0))).toBe(0);
  expect(saved()).toEqual([expect.stringMatching(/^portal-\d{4}-.*\.tar$/)]);
});

it('names the folder that cannot be written to, with a remedy', async () => {
  await expect(backup(['/proc'], services(0))).rejects.toThrow(
    /^Cannot write into \/proc: E[A-Z]+\. Name a folder that exists and that you may write into\.$/,
  );
});
