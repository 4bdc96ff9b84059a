import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace/projects.js';
import { composeFile } from './compose.js';

const script = join(workspaceRoot, 'deploy/compose/generate-secrets.mjs');
const volumes = [
  ...['gateway', 'service', 'media', 'migrate', 'commands'],
  ...['postgres', 'redis', 'object-store'],
];
const names = [
  ...['database-app-password', 'media-secret', 'owner-password', 'redis-password'],
  ...['s3-access-key-id', 's3-secret-access-key', 'session-secret'],
];
/** Everything that means something in an address or in redis.conf. */
const ODD = `p@ss/w#rd%1 x?&:"'\\ü`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  for (const volume of volumes) mkdirSync(join(folder, 'given', volume), { recursive: true });
  mkdirSync(join(folder, 'all'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the script on these secrets. */
function generate(brought: Record<string, string> = {}) {
  for (const [name, value] of Object.entries(brought)) writeFileSync(join(folder, 'all', name), value);
  const env = { SECRETS_DIR: join(folder, 'all'), GIVEN_DIR: join(folder, 'given') };
  return spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
}
const given = (file: string) => readFileSync(join(folder, 'given', file), 'utf8');
const passwordOf = (file: string) => {
  const { password, host } = new URL(given(file));
  return [decodeURIComponent(password), host];
};

/** What a quoted value of redis.conf stands for, as Redis reads it. */
function redisPassword(): string {
  const [, text = ''] = /^requirepass "((?:\\x[0-9a-f]{2})+)"$/m.exec(given('redis/redis.conf')) ?? [];
  return Buffer.from(text.replaceAll('\\x', ''), 'hex').toString('utf8');
}

it('makes what is missing, once, and gives each service the same', () => {
  const first = generate();
  expect([first.status, first.stderr]).toEqual([0, '']);
  expect(readdirSync(join(folder, 'all')).sort()).toEqual(names);
  const session = given('gateway/session-secret');
  expect(session).toMatch(/^[0-9a-f]{64}$/);
  expect(statSync(join(folder, 'given/gateway/session-secret')).mode & 0o777).toBe(0o400);
  expect(generate().stdout).toBe('');
  expect(given('gateway/session-secret')).toBe(session);
  expect(given('commands/session-secret')).toBe(session);
});

it('takes passwords whatever characters they have', () => {
  const passwords = ['database-app-password', 'owner-password', 'redis-password', 's3-secret-access-key'];
  const { status } = generate(Object.fromEntries(passwords.map((name) => [name, `${ODD}\n`])));
  expect(status).toBe(0);
  expect(passwordOf('service/database-url')).toEqual([ODD, 'postgres:5432']);
  expect(passwordOf('migrate/database-admin-url')).toEqual([ODD, 'postgres:5432']);
  expect(passwordOf('gateway/redis-url')).toEqual([ODD, 'redis:6379']);
  expect(given('postgres/owner-password')).toBe(ODD);
  expect(given('redis/redis-password')).toBe(ODD);
  expect(redisPassword()).toBe(ODD);
  const { identities } = JSON.parse(given('object-store/s3.json'));
  expect(identities[0].credentials[0].secretKey).toBe(ODD);
});

it('leaves Redis room for what it copies while it rewrites its file', () => {
  generate();
  const [, megabytes] = /^maxmemory (\d+)mb$/m.exec(given('redis/redis.conf')) ?? [];
  const { mem_limit: limit = '' } = composeFile().services['redis'] ?? {};
  expect(limit).toMatch(/^\d+m$/);
  expect(Number(megabytes) / Number.parseInt(limit, 10)).toBeLessThan(0.67);
});

it.each([
  ['s3-secret-access-key', ' \n', 'is empty'],
  ['owner-password', '', 'is empty'],
  ['session-secret', 's'.repeat(31), 'shorter than 32'],
  ['media-secret', 'm'.repeat(31), 'shorter than 32'],
  ['redis-password', 'two\nlines', 'cannot be used'],
  ['s3-access-key-id', 'a/b', 'cannot be used'],
])('refuses a %s that would not do, by its name, and makes nothing', (name, value, fault) => {
  const { status, stderr } = generate({ [name]: value });
  expect([status, stderr]).toEqual([1, expect.stringMatching(`^${name} .*${fault}`)]);
  expect(readdirSync(join(folder, 'all'))).toEqual([name]);
  expect(volumes.flatMap((volume) => readdirSync(join(folder, 'given', volume)))).toEqual([]);
});
