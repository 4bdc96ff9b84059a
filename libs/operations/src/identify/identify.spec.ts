import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { commandOf, runPortal } from '../run-portal.js';

let dir: string;
let err = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'identify-'));
  err = '';
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(dir, { recursive: true });
});

/** Runs the command with services that store their arguments and their input. The first prints `read`. */
function identify(args: string[], code = 0): Promise<number> {
  const cli = (service: string) => {
    const file = join(dir, `${service}.mjs`);
    writeFileSync(
      file,
      `import { readFileSync, writeFileSync } from 'node:fs';
       const input = '${service}' === 'analytics-service' ? readFileSync(0, 'utf8') : '';
       writeFileSync(${JSON.stringify(join(dir, service))}, JSON.stringify([...process.argv.slice(2), input]));
       if ('${service}' === 'media-service') process.stdout.write('read');
       process.exitCode = '${service}' === 'media-service' ? ${code} : 0;`,
    );
    return file;
  };
  return runPortal(['identify', ...args], 'portal', { cli, settings: cli, env: {} });
}
const callOf = (service: string) => JSON.parse(readFileSync(join(dir, service), 'utf8'));

it('has media-service read the file, and analytics-service name the people', async () => {
  const file = join(dir, 'clip.mp4');
  writeFileSync(file, 'clip');
  expect(await identify([file, '--json'])).toBe(0);
  expect(callOf('media-service')).toEqual(['identify-copy', file, '']);
  expect(callOf('analytics-service')).toEqual(['name-copies', '--json', 'read']);
  expect(await identify([file])).toBe(0);
  expect(callOf('analytics-service')).toEqual(['name-copies', 'read']);
});

it('asks nobody for names if the file cannot be read', async () => {
  const file = join(dir, 'clip.mp4');
  writeFileSync(file, 'clip');
  expect(await identify([file], 1)).toBe(1);
  expect(() => callOf('analytics-service')).toThrow('ENOENT');
});

it('needs a file that exists', async () => {
  expect(await identify([join(dir, 'missing.mp4')])).toBe(2);
  expect(err).toBe(`The file ${join(dir, 'missing.mp4')} does not exist.\nSee: portal --help\n`);
  expect(await identify([dir])).toBe(2);
  expect(err).toContain(`${dir} is not a file.`);
  expect(commandOf(['identify', join(dir, 'missing.mp4')])).toBeUndefined();
});
