import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup } from './backup.js';
import { backupArgs } from './backup-args.js';
import { EXIT_PARTIAL } from './exit-partial.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'backup-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Creates services. `failing` exits with `code`, the others with 0. */
function services(code: number, failing = 'media-service') {
  const cli = (service: string) => {
    const file = join(dir, `${service}.mjs`);
    const exitCode = service === failing ? code : 0;
    // `record-backup` is a separate command.
    const body = `if (process.argv[2] === 'record-backup') appendFileSync('${recordFile()}', '.');
      else { process.stdout.write('${service}'); process.exitCode = ${exitCode}; }`;
    writeFileSync(file, `import { appendFileSync } from 'node:fs'; ${body}`);
    return file;
  };
  return { cli, env: {} };
}
const recordFile = () => join(dir, 'recorded.mjs');
const records = () => (existsSync(recordFile()) ? readFileSync(recordFile(), 'utf8').length : 0);
const saved = () => readdirSync(dir).filter((name) => !name.endsWith('.mjs'));
const WHOLE = /^portal-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.tar$/;
const INCOMPLETE = /^portal-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.incomplete\.tar$/;
const file = () => join(dir, 'portal.tar');

it('exits with 0 when everything was saved', async () => {
  expect(await backup([file()], services(0))).toBe(0);
  expect(saved()).toEqual(['portal.tar']);
});

it('keeps a backup that lacks objects lost earlier, and exits with 1 unless losses are allowed', async () => {
  expect(await backup([file()], services(EXIT_PARTIAL))).toBe(1);
  expect(saved()).toEqual(['portal.tar']);
  expect(await backup([file(), '--force', '--allow-missing'], services(EXIT_PARTIAL))).toBe(0);
});

it('exits with 1 when the first service could not save everything, even if the others did', async () => {
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
  expect(saved()).toEqual([expect.stringMatching(WHOLE)]);
});

it('names a folder without write access, with a remedy', async () => {
  await expect(backup(['/proc'], services(0))).rejects.toThrow(
    /^Cannot write into \/proc: E[A-Z]+\. Choose an existing folder with write access\.$/,
  );
});

describe('the record of the last successful backup', () => {
  it('is written for a complete backup, and for one with allowed losses', async () => {
    await backup([file()], services(0));
    expect(records()).toBe(1);
    await backup([file(), '--force', '--allow-missing'], services(EXIT_PARTIAL));
    expect(records()).toBe(2);
  });

  it('is not written for an incomplete or failed backup', async () => {
    await backup([file()], services(EXIT_PARTIAL));
    await expect(backup([file(), '--force'], services(1))).rejects.toThrow();
    expect(records()).toBe(0);
  });
});

describe('with --keep', () => {
  const put = (...names: string[]) => {
    for (const name of names) writeFileSync(join(dir, name), '');
  };
  const old = ['portal-2026-01-01T03-30-00.tar', 'portal-2026-01-02T03-30-00.tar'];
  const foreign = ['portal-2026-01-01.tar', 'portal-2026-01-01T03-30-00.tar.age', 'leads.csv', 'portal.tar'];

  it('removes the oldest backups until `--keep` of them are left, and no other files', async () => {
    put(...old, ...foreign);
    expect(await backup([dir, '--keep', '2'], services(0))).toBe(0);
    const left = saved().filter((name) => !foreign.includes(name));
    expect(left).toEqual([old[1], expect.stringMatching(WHOLE)]);
    expect(saved()).toEqual(expect.arrayContaining(foreign));
  });

  it('removes nothing when the backup fails', async () => {
    put(...old);
    await expect(backup([dir, '--keep', '1'], services(1))).rejects.toThrow('No backup was written.');
    expect(saved()).toEqual(old);
  });

  it.each([[[]], [['--allow-missing']]])(
    'marks an incomplete backup and removes no complete one (%j)',
    async (extraArgs) => {
      put(...old);
      await backup([dir, '--keep', '1', ...extraArgs], services(EXIT_PARTIAL));
      expect(saved()).toEqual([...old, expect.stringMatching(INCOMPLETE)]);
    },
  );

  it('removes drafts of killed runs, but not the draft of a run in progress', async () => {
    const [killed, running] = [
      'portal-2026-01-01T03-30-00.tar.7.part',
      'portal-2026-01-02T03-30-00.tar.8.part',
    ];
    put(killed, running);
    utimesSync(join(dir, killed), new Date(0), new Date(0));
    await backup([dir, '--keep', '1'], services(0));
    expect(saved()).toEqual([running, expect.stringMatching(WHOLE)]);
  });
});

it('ends on SIGTERM with a message, and leaves no draft', async () => {
  const { cli, env } = services(0);
  writeFileSync(cli('auth-service'), 'setInterval(() => undefined, 1000)');
  const running = backup([dir], { cli: (service) => join(dir, `${service}.mjs`), env });
  setTimeout(() => process.emit('SIGTERM'), 100);
  await expect(running).rejects.toThrow('Stopped. No backup was written.');
  expect(saved()).toEqual([]);
});

it.each([
  [['--keep', '0'], '--keep takes a number from 1 to 9999.'],
  [['--keep', 'all'], '--keep takes a number from 1 to 9999.'],
  [['--daily', '24:00'], '--daily takes a time of day, such as 03:30.'],
])('rejects %j', (extraArgs, message) => {
  expect(() => backupArgs([dir, ...extraArgs])).toThrow(message);
});

it.each([
  ['--keep', '3'],
  ['--daily', '03:30'],
])('rejects %s without a folder', (...extraArgs) => {
  expect(() => backupArgs([file(), ...extraArgs])).toThrow('--keep and --daily need a folder.');
  expect(() => backupArgs(['-', ...extraArgs])).toThrow('--keep and --daily need a folder.');
});
