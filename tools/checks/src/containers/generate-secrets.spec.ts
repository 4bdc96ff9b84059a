import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace/projects.js';
import { composeFile } from './compose.js';

const script = join(workspaceRoot, 'deploy/compose/generate-secrets.mjs');
const volumes = [
  'gateway',
  'auth',
  'analytics',
  'media',
  'worker',
  'notifier',
  'migrate',
  'commands',
  'backup',
  'postgres',
  'redis',
  'rpc-redis',
  'object-store',
];
const names = [
  'database-analytics-password',
  'database-auth-password',
  'database-media-password',
  'database-media-worker-password',
  'database-notifier-password',
  'media-secret',
  'outbox-secret',
  'owner-password',
  'redis-password',
  'rpc-redis-password',
  's3-access-key-id',
  's3-secret-access-key',
  'session-secret',
];
/** Secrets with the database URLs of all roles. */
const allRoles = [
  'analytics-database-url',
  'auth-database-url',
  'database-admin-url',
  'media-database-url',
  'media-worker-database-url',
  'notifier-database-url',
];
/** Password with all characters that have a special meaning in a URL or in redis.conf. */
const SPECIAL = `p@ss/w#rd%1 x?&:"'\\ü`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  for (const volume of volumes) mkdirSync(join(folder, 'copies', volume), { recursive: true });
  mkdirSync(join(folder, 'all'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the script with these secrets and variables. */
function generate(provided: Record<string, string> = {}, variables: Record<string, string> = {}) {
  for (const [name, value] of Object.entries(provided)) writeFileSync(join(folder, 'all', name), value);
  const env = { ...variables, SECRETS_DIR: join(folder, 'all'), SECRET_COPIES_DIR: join(folder, 'copies') };
  return spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
}
const readCopy = (file: string) => readFileSync(join(folder, 'copies', file), 'utf8');
const passwordOf = (file: string) => {
  const { password, host } = new URL(readCopy(file));
  return [decodeURIComponent(password), host];
};

/** Decodes a quoted value of redis.conf as Redis does. */
function redisPassword(server: string): string {
  const conf = readCopy(`${server}/redis.conf`);
  const [, text = ''] = /^requirepass "((?:\\x[0-9a-f]{2})+)"$/m.exec(conf) ?? [];
  return Buffer.from(text.replaceAll('\\x', ''), 'hex').toString('utf8');
}

it('generates missing secrets once, with the same value for each service', () => {
  const first = generate();
  expect([first.status, first.stderr]).toEqual([0, '']);
  expect(readdirSync(join(folder, 'all')).sort()).toEqual(names);
  const session = readCopy('gateway/session-secret');
  expect(session).toMatch(/^[0-9a-f]{64}$/);
  expect(statSync(join(folder, 'copies/gateway/session-secret')).mode & 0o777).toBe(0o400);
  expect(generate().stdout).toBe('');
  expect(readCopy('gateway/session-secret')).toBe(session);
  expect(readCopy('commands/session-secret')).toBe(session);
});

it('accepts passwords with any characters', () => {
  const passwords = [
    'database-auth-password',
    'owner-password',
    'redis-password',
    'rpc-redis-password',
    's3-secret-access-key',
  ];
  const { status } = generate(Object.fromEntries(passwords.map((name) => [name, `${SPECIAL}\n`])));
  expect(status).toBe(0);
  expect(passwordOf('auth/database-url')).toEqual([SPECIAL, 'postgres:5432']);
  expect(passwordOf('migrate/database-admin-url')).toEqual([SPECIAL, 'postgres:5432']);
  expect(passwordOf('gateway/redis-url')).toEqual([SPECIAL, 'redis:6379']);
  expect(readCopy('postgres/owner-password')).toBe(SPECIAL);
  expect(passwordOf('media/rpc-redis-url')).toEqual([SPECIAL, 'rpc-redis:6379']);
  for (const server of ['redis', 'rpc-redis']) {
    expect(readCopy(`${server}/redis-password`)).toBe(SPECIAL);
    expect(redisPassword(server)).toBe(SPECIAL);
  }
  const { identities } = JSON.parse(readCopy('object-store/s3.json'));
  expect(identities[0].credentials[0].secretKey).toBe(SPECIAL);
});

it('gives each service only the secrets that it needs', () => {
  generate();
  const files = Object.fromEntries(
    volumes.map((name) => [name, readdirSync(join(folder, 'copies', name)).sort()]),
  );
  const [redis, store] = [
    ['redis-url', 'rpc-redis-url'],
    ['s3-access-key-id', 's3-secret-access-key'],
  ];
  const worker = ['database-url', 'media-secret', 'media-secret-previous', ...store];
  expect(files).toMatchObject({
    gateway: [...redis, 'session-secret'],
    auth: ['database-url', 'outbox-secret', ...redis, 'upload-password'],
    analytics: ['database-url', 'rpc-redis-url'],
    media: [...worker.slice(0, 3), 'rpc-redis-url', ...store],
    worker,
    // The notifier connects to servers outside, so it gets no secrets of Redis or storage.
    notifier: ['database-url', 'outbox-secret', 'smtp-url'],
    migrate: allRoles,
    backup: [
      'analytics-database-url',
      'auth-database-url',
      'media-database-url',
      'media-secret',
      'media-secret-previous',
      'notifier-database-url',
      ...store,
    ],
    postgres: ['owner-password'],
  });
  expect(files['commands']).toEqual(expect.arrayContaining(allRoles));
});

it('gives each process only the database URL of its own role', () => {
  generate();
  const roles = ['auth', 'analytics', 'media', 'worker', 'notifier'].map((volume) => {
    const { username, host, pathname } = new URL(readCopy(`${volume}/database-url`));
    return `${username}@${host}${pathname}`;
  });
  expect(roles).toEqual(
    ['auth', 'analytics', 'media', 'media_worker', 'notifier'].map(
      (role) => `portal_${role}@postgres:5432/portal`,
    ),
  );
  expect(
    new Set(
      ['auth', 'analytics', 'media', 'worker', 'notifier'].map(
        (volume) => passwordOf(`${volume}/database-url`)[0],
      ),
    ).size,
  ).toBe(5);
  expect(readCopy('commands/media-worker-database-url')).toBe(readCopy('worker/database-url'));
});

it('distributes temporary secrets, and removes the copies when the secrets are removed', () => {
  generate({ 'media-secret-previous': 'm'.repeat(32) }, { UPLOAD_PASSWORD: 'a first password' });
  expect(readCopy('media/media-secret-previous')).toBe('m'.repeat(32));
  expect(readCopy('worker/media-secret-previous')).toBe('m'.repeat(32));
  expect(readCopy('auth/upload-password')).toBe('a first password');
  rmSync(join(folder, 'all/media-secret-previous'));
  generate();
  expect([readCopy('media/media-secret-previous'), readCopy('auth/upload-password')]).toEqual(['', '']);
  expect(readdirSync(join(folder, 'all')).sort()).toEqual(names);
});

describe('with managed servers', () => {
  const managed = { MANAGED_POSTGRES: 'true', MANAGED_REDIS: 'true', MANAGED_STORE: 'true' };
  const provided = {
    'database-admin-url': 'postgres://owner:2@db.example/portal?sslmode=verify-full',
    'redis-url': 'rediss://:3@cache.example',
    's3-access-key-id': 'AKIA/EXAMPLE',
    's3-secret-access-key': '4',
  };

  it('generates no secrets of these servers, and distributes secrets provided as files or variables', () => {
    const { 'redis-url': REDIS_URL, ...files } = provided;
    const { status, stderr } = generate(files, { ...managed, REDIS_URL });
    expect([status, stderr]).toEqual([0, '']);
    const passwords = names.filter((name) => name.startsWith('database-'));
    const others = ['media-secret', 'outbox-secret', 'rpc-redis-password', 'session-secret'];
    const expected = [...Object.keys(files), ...passwords, ...others].sort();
    expect(readdirSync(join(folder, 'all')).sort()).toEqual(expected);
    expect(readCopy('media/database-url')).toMatch(
      /^postgres:\/\/portal_media:[0-9a-f]{64}@db\.example\/portal\?sslmode=verify-full$/,
    );
    expect(readCopy('migrate/database-admin-url')).toBe(provided['database-admin-url']);
    expect(readCopy('gateway/redis-url')).toBe(REDIS_URL);
    // Calls use the bundled container unless another server is configured for them.
    expect(passwordOf('gateway/rpc-redis-url')[1]).toBe('rpc-redis:6379');
    expect(readCopy('worker/s3-access-key-id')).toBe('AKIA/EXAMPLE');
    for (const server of ['postgres', 'redis', 'object-store'])
      expect(readdirSync(join(folder, 'copies', server))).toEqual([]);
  });

  it('generates no password for a role whose database URL was provided', () => {
    const url = 'postgres://app:1@pooler.example/portal';
    const { status } = generate({ ...provided, 'auth-database-url': url }, managed);
    expect(status).toBe(0);
    expect([readCopy('auth/database-url'), readCopy('migrate/auth-database-url')]).toEqual([url, url]);
    expect(readdirSync(join(folder, 'all'))).not.toContain('database-auth-password');
    expect(new URL(readCopy('worker/database-url')).username).toBe('portal_media_worker');
  });

  it('reports secrets that are missing or provided twice', () => {
    const { 'database-admin-url': _, ...files } = provided;
    const { status, stderr } = generate(files, { ...managed, REDIS_URL: 'redis://cache.example' });
    expect([status, stderr]).toEqual([
      1,
      'database-admin-url is missing: put it into a file, or set DATABASE_ADMIN_URL\n' +
        'redis-url is a file, but REDIS_URL is also set: remove one of them\n',
    ]);
  });

  it('rejects database URLs that would have no effect', () => {
    const { status, stderr } = generate({ 'auth-database-url': 'postgres://app:1@db.example/portal' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('auth-database-url has no effect')]);
  });
});

it('uses the separate server for calls', () => {
  const { status } = generate(
    { 'redis-url': 'rediss://:3@cache.example' },
    { MANAGED_REDIS: 'true', RPC_REDIS_URL: 'rediss://:4@calls.example' },
  );
  expect(status).toBe(0);
  for (const service of ['gateway', 'auth', 'analytics', 'media'])
    expect(readCopy(`${service}/rpc-redis-url`)).toBe('rediss://:4@calls.example');
});

it('persists sessions but not calls', () => {
  generate();
  expect(readCopy('rpc-redis/redis.conf')).toMatch(/^appendonly no\nsave ""$/m);
  expect(readCopy('redis/redis.conf')).toMatch(/^appendonly yes$/m);
  const [, megabytes] = /^maxmemory (\d+)mb$/m.exec(readCopy('rpc-redis/redis.conf')) ?? [];
  const { mem_limit: limit = '' } = composeFile().services['rpc-redis'] ?? {};
  expect(Number(megabytes)).toBeLessThan(0.75 * Number.parseInt(limit, 10));
});

it('leaves memory for the pages that Redis copies while it rewrites its file', () => {
  generate();
  const [, megabytes] = /^maxmemory (\d+)mb$/m.exec(readCopy('redis/redis.conf')) ?? [];
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
])('rejects an invalid %s by name, and generates nothing', (name, value, finding) => {
  const { status, stderr } = generate({ [name]: value });
  expect([status, stderr]).toEqual([1, expect.stringMatching(`^${name} .*${finding}`)]);
  expect(readdirSync(join(folder, 'all'))).toEqual([name]);
  expect(volumes.flatMap((volume) => readdirSync(join(folder, 'copies', volume)))).toEqual([]);
});
