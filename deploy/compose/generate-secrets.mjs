// Generates the portal's secrets once, and gives each service a copy of those that it needs and no others.
import { existsSync, readFileSync } from 'node:fs';
import { databaseRoles, managed, secret, some, write } from './portal-secrets.mjs';

const given = process.env.GIVEN_DIR ?? '/given';

/** Quotes a string for redis.conf: every byte escaped, so that none has a special meaning. */
const quoted = (text) => `"${Buffer.from(text).toString('hex').replace(/../g, '\\x$&')}"`;
const inUrl = encodeURIComponent;
/** Of the container's 512 MB. The rest is for pages that change while Redis rewrites its file. */
const REDIS_MEMORY = '320mb';
/** Of the 192 MB of the other container, which rewrites no file. */
const RPC_REDIS_MEMORY = '128mb';

/** Returns the address of a process's role: the operator's, or the admin's with that role and its password. */
function databaseUrl(role, adminUrl) {
  const brought = managed.postgres ? secret(`${role}-database-url`) : '';
  if (brought !== '') return brought;
  const url = new URL(adminUrl);
  url.username = `portal_${role.replace('-', '_')}`;
  url.password = inUrl(secret(`database-${role}-password`));
  return url.href;
}

/** Returns the addresses of the admin and of each role, and the files of the portal's own Postgres. */
function postgresSecrets() {
  const owner = managed.postgres ? '' : secret('owner-password');
  const adminUrl = managed.postgres
    ? secret('database-admin-url')
    : `postgres://portal:${inUrl(owner)}@postgres:5432/portal`;
  const urls = Object.fromEntries(databaseRoles.map((role) => [role, databaseUrl(role, adminUrl)]));
  const named = databaseRoles.map((role) => [`${role}-database-url`, urls[role]]);
  const services = named.filter(([name]) => name !== 'media-worker-database-url');
  return {
    // Each process gets only its own URL.
    of: (role) => ({ 'database-url': urls[role] }),
    all: { 'database-admin-url': adminUrl, ...Object.fromEntries(named) },
    services: Object.fromEntries(services),
    container: managed.postgres ? {} : { 'owner-password': owner },
  };
}

/** Returns the files of a Redis container: its configuration, and the password for its health check. */
function redisContainer(password, memory, persistence) {
  const conf = [
    `requirepass ${quoted(password)}`,
    persistence,
    'maxmemory-policy noeviction',
    `maxmemory ${memory}`,
  ];
  return { 'redis.conf': `${conf.join('\n')}\n`, 'redis-password': password };
}

/** The portal's own Redis of sessions and counters. */
function ownRedis() {
  const password = secret('redis-password');
  return {
    address: { 'redis-url': `redis://:${inUrl(password)}@redis:6379` },
    container: redisContainer(password, REDIS_MEMORY, 'appendonly yes'),
  };
}

/** The portal's own Redis of calls, which contain passwords: nothing is written to disk. */
function ownRpcRedis() {
  const password = secret('rpc-redis-password');
  const elsewhere = managed.redis ? secret('rpc-redis-url') : '';
  return {
    address: { 'rpc-redis-url': elsewhere || `redis://:${inUrl(password)}@rpc-redis:6379` },
    container: redisContainer(password, RPC_REDIS_MEMORY, 'appendonly no\nsave ""'),
  };
}

function ownStore() {
  const keys = some('s3-access-key-id', 's3-secret-access-key');
  const credentials = [{ accessKey: keys['s3-access-key-id'], secretKey: keys['s3-secret-access-key'] }];
  const identity = { name: 'portal', credentials, actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'] };
  return { keys, container: { ...keys, 's3.json': JSON.stringify({ identities: [identity] }) } };
}

const postgres = postgresSecrets();
const redis = managed.redis ? { address: some('redis-url'), container: {} } : ownRedis();
const rpcRedis = ownRpcRedis();
const store = managed.store
  ? { keys: some('s3-access-key-id', 's3-secret-access-key'), container: {} }
  : ownStore();
const ofMedia = { ...store.keys, ...some('media-secret', 'media-secret-previous') };

const volumes = {
  gateway: { ...redis.address, ...rpcRedis.address, ...some('session-secret') },
  auth: { ...redis.address, ...rpcRedis.address, ...postgres.of('auth'), ...some('upload-password') },
  analytics: { ...rpcRedis.address, ...postgres.of('analytics') },
  media: { ...rpcRedis.address, ...postgres.of('media'), ...ofMedia },
  // The worker takes jobs from Postgres and reads untrusted files: no secrets of Redis.
  worker: { ...postgres.of('media-worker'), ...ofMedia },
  migrate: postgres.all,
  // Administrator commands need every secret.
  commands: {
    ...redis.address,
    ...rpcRedis.address,
    ...ofMedia,
    ...postgres.all,
    ...some('session-secret'),
  },
  // Reads what each service owns, and no sessions or calls.
  backup: { ...ofMedia, ...postgres.services },
  postgres: postgres.container,
  redis: redis.container,
  'rpc-redis': rpcRedis.container,
  'object-store': store.container,
};

/** Volumes of images with users of their own; each is mounted by its own server only. */
const foreign = new Set(['postgres', 'redis', 'rpc-redis', 'object-store']);

for (const [volume, files] of Object.entries(volumes)) {
  for (const [name, value] of Object.entries(files)) {
    const file = `${given}/${volume}/${name}`;
    if (!existsSync(file) || readFileSync(file, 'utf8') !== value) {
      write(file, value, foreign.has(volume) ? 0o444 : 0o400);
    }
  }
}
