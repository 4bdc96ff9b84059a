import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import { SectionWriter } from '../archive/section.js';
import { END_OF_ARCHIVE, writeEntry } from '../archive/tar.js';
import { commandServices } from '../commands.js';
import { FORMAT, HEADER } from './header.js';
import { restore } from './restore.js';

let dir: string;
let out: string[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'restore-'));
  out = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(dir, { recursive: true });
});

/** Creates services that record their calls and the files they receive; `codes` are exit codes by call. */
function services(codes: Record<string, number> = {}) {
  const cli = (service: string) => {
    const file = join(dir, `${service}.mjs`);
    writeFileSync(
      file,
      `import { appendFileSync } from 'node:fs';
       import { buffer } from 'node:stream/consumers';
       const call = '${service} ' + process.argv.slice(2).join(' ');
       const received = call.endsWith('restore-data') ? await buffer(process.stdin) : '';
       appendFileSync('${join(dir, 'calls')}', call + '\\n');
       for (const [, name] of received.toString('latin1').matchAll(/([\\w-]+\\/[a-z.]+)\\0/g))
         appendFileSync('${join(dir, 'received')}', name + '\\n');
       process.exitCode = ${JSON.stringify(codes)}[call] ?? 0;`,
    );
    return file;
  };
  return { cli, env: {} };
}
function lines(name: 'calls' | 'received'): string[] {
  try {
    return readFileSync(join(dir, name), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

/** Creates a service that reads no files and exits with 1 shortly after it starts. */
function failingService(service: string): string {
  const file = join(dir, `${service}.mjs`);
  writeFileSync(file, `if (!process.argv.includes('--check')) setTimeout(() => process.exit(1), 300);`);
  return file;
}

async function backup({
  parts = commandServices as readonly string[],
  format = FORMAT,
  hasExtra = false,
  rows = undefined as Buffer | undefined,
} = {}) {
  const to = new PassThrough();
  const bytes = buffer(to);
  const header = Buffer.from(JSON.stringify({ format, createdAt: '2026-03-01T12:00:00.000Z', parts }));
  await writeEntry(to, HEADER, header.length, [header]);
  for (const service of [...parts, ...(hasExtra ? ['other'] : [])]) {
    const section = new SectionWriter(to, service);
    await section.addBytes('rows', rows ?? Buffer.from(`rows of ${service}`));
    await section.writeManifest();
  }
  to.end(END_OF_ARCHIVE);
  return bytes;
}
function stored(bytes: Buffer): string {
  const file = join(dir, 'portal.tar');
  writeFileSync(file, bytes);
  return file;
}

const checks = commandServices.map((service) => `${service} restore-data --check`);
const restores = commandServices.map((service) => `${service} restore-data`);

it('checks every service first, sends each its own files, then verifies the storage', async () => {
  expect(await restore([stored(await backup())], services())).toBe(0);
  expect(lines('calls')).toEqual([...checks, ...restores, 'media-service verify-storage']);
  expect(lines('received')).toEqual(
    commandServices.flatMap((name) => [`${name}/rows`, `${name}/manifest.json`]),
  );
  expect(out.join('')).toBe('Restored the portal as it was on 2026-03-01T12:00:00.000Z.\n');
});

it('exits with the code of the storage verification', async () => {
  const differing = services({ 'media-service verify-storage': 1 });
  expect(await restore([stored(await backup())], differing)).toBe(1);
});

it('writes nothing when one of the services is not empty', async () => {
  const notEmpty = services({ 'analytics-service restore-data --check': 1 });
  expect(await restore([stored(await backup())], notEmpty)).toBe(1);
  expect(lines('calls')).toEqual(checks.slice(0, 2));
  expect(out).toEqual([]);
});

it('stops at the first service that fails, and names it', async () => {
  const failing = services({ 'analytics-service restore-data': 1 });
  await expect(restore([stored(await backup())], failing)).rejects.toThrow('analytics-service is missing');
  expect(lines('calls')).toEqual([...checks, ...restores.slice(0, 2)]);
});

it('stops when a service ends without reading its files', async () => {
  const dead = { cli: (service: string) => failingService(service), env: {} };
  const large = await backup({ rows: Buffer.alloc(8 * 2 ** 20) });
  await expect(restore([stored(large)], dead)).rejects.toThrow('auth-service is missing');
}, 10_000);

it.each([
  [
    'was changed in its last section',
    async () => withFlippedBit(await backup()),
    'incomplete or was modified',
  ],
  ['was cut off', async () => (await backup()).subarray(0, -2048), /too early|incomplete/],
  [
    'lacks a service',
    () => backup({ parts: commandServices.slice(0, 2) }),
    'Sections of the backup are missing',
  ],
  ['contains unexpected files', () => backup({ hasExtra: true }), 'contains unexpected files'],
  ['is of a newer format', () => backup({ format: FORMAT + 1 }), 'made by a newer version'],
])('calls no service when the file %s', async (_name, create, message) => {
  await expect(restore([stored(await create())], services())).rejects.toThrow(message);
  expect(lines('calls')).toEqual([]);
});

it('reports a usage error unless it gets exactly one file that exists', async () => {
  await expect(restore([], services())).rejects.toMatchObject({ name: 'UsageError' });
  await expect(restore(['a', 'b'], services())).rejects.toMatchObject({ name: 'UsageError' });
  await expect(restore([join(dir, 'none')], services())).rejects.toMatchObject({ name: 'UsageError' });
});

it('names the file that cannot be read, and the cause', async () => {
  const [folder, message] = [dir, 'cannot be read: EISDIR'];
  await expect(restore([folder], services())).rejects.toThrow(`${folder} ${message}`);
});

it('prints why the input cannot be read after a service received part of it', async () => {
  const bytes = await backup();
  async function* failing() {
    yield bytes.subarray(0, bytes.indexOf('analytics-service/rows') + 600);
    throw new Error('EIO: i/o error, read');
  }
  jest.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(failing()) as typeof process.stdin);
  const printed: string[] = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  const failed = services({ 'analytics-service restore-data': 1 });
  await expect(restore(['-'], failed)).rejects.toThrow('analytics-service is missing');
  expect(printed).toEqual(['Standard input cannot be read: EIO: i/o error, read\n']);
});

function withFlippedBit(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf('rows of media-service');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}
