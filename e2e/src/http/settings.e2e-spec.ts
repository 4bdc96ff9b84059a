import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '../support/test.js';

const launcher = resolve(import.meta.dirname, '../../../apps/standalone');
let dir: string;

test.beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'settings-'));
});
test.afterAll(() => rmSync(dir, { recursive: true }));

const dataDir = () => join(dir, 'data');

/** Runs a program of the portal with these settings to its end. */
function run(args: string[], settings: NodeJS.ProcessEnv) {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const env = { ...inherited, PORTAL_DATA_DIR: dataDir(), SECURE_PREVIEW_ENV_FILE: '', ...settings };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  return { status, stdout, lines: stderr.trim().split('\n') };
}
const start = (settings: NodeJS.ProcessEnv) => run([join(launcher, 'dist/start.js')], settings);

const invalidSettings = {
  PORT: 'abc',
  LOG_LEVEL: 'loud',
  UPLOAD_PASSWORD: 'short',
  MEDIA_SEGMENT_SECONDS: '99',
  SESSION_IDLE_HOURS: 'never',
  DATABASE_ADMIN_URL: 'hunter2',
};
const expectedReport = (source: string) => [
  'These settings cannot be used:',
  `  LOG_LEVEL: must be trace, debug, info, warn, error, fatal or silent (set in ${source})`,
  `  PORT: must be a whole number from 0 to 65535 (set in ${source})`,
  `  SESSION_IDLE_HOURS: must be a number above 0 (set in ${source})`,
  `  DATABASE_ADMIN_URL: must be a URL that begins with postgres:// (set in ${source})`,
  `  UPLOAD_PASSWORD: must be 10 to 1024 characters long (set in ${source})`,
  `  MEDIA_SEGMENT_SECONDS: must be a whole number from 1 to 10 (set in ${source})`,
  '.env.example describes every setting.',
];

test('starts no process with invalid settings, and lists all of them', () => {
  const { status, stdout, lines } = start(invalidSettings);
  expect({ status, stdout, lines }).toEqual({
    status: 1,
    stdout: '',
    lines: expectedReport('the environment'),
  });
  expect(existsSync(dataDir())).toBe(false);
});

test('reports the .env file as the source of its settings', () => {
  const file = join(dir, '.env');
  writeFileSync(
    file,
    Object.entries(invalidSettings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const unset = Object.fromEntries(Object.keys(invalidSettings).map((name) => [name, undefined]));
  const { status, lines } = start({ ...unset, SECURE_PREVIEW_ENV_FILE: file });
  expect({ status, lines }).toEqual({ status: 1, lines: expectedReport(file) });
});

test('prints the same list from the doctor, before it starts any server', () => {
  const { status, stdout, lines } = run([join(launcher, 'bin/portal.mjs'), 'doctor'], invalidSettings);
  expect({ status, stdout, lines }).toEqual({
    status: 1,
    stdout: '',
    lines: expectedReport('the environment'),
  });
  expect(existsSync(dataDir())).toBe(false);
});

test('rejects one Redis for both sessions and calls, with any database and password', () => {
  const { status, lines } = start({
    REDIS_URL: 'redis://:hunter2@cache.example:6379',
    RPC_REDIS_URL: 'redis://app:hunter3@cache.example:6379/1',
  });
  const rule = 'must be a different server from REDIS_URL, without persistence';
  expect(status).toBe(1);
  expect(lines[1]).toBe(`  RPC_REDIS_URL: ${rule} (set in the environment)`);
});

test('includes an unusable data folder in the same list', () => {
  const { status, lines } = start({ PORT: 'abc', PORTAL_DATA_DIR: '/proc/nope' });
  expect(status).toBe(1);
  expect(lines).toHaveLength(4);
  expect(lines[2]).toMatch(
    /^ {2}PORTAL_DATA_DIR: is refused\. The data folder \/proc\/nope cannot be used: /,
  );
});
