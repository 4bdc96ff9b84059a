// Generates the portal's secrets once, and gives each service a copy of only the secrets that it needs.
import { existsSync, readFileSync } from 'node:fs';
import { databaseRoles, managed, secret, secretsOf, write } from './portal-secrets.mjs';

const copiesFolder = process.env.SECRET_COPIES_DIR ?? '/copies';

/** Quotes a string for redis.conf: escapes every byte, so none has a special meaning. */
const redisQuoted = (text) => `"${Buffer.from(text).toString('hex').replace(/../g, '\\x$&')}"`;
const inUrl = encodeURIComponent;
/** Part of the 512 MB of the container. The rest is for pages that change while Redis rewrites its file. */
const REDIS_MEMORY = '320mb';
/** Part of the 192 MB of the container `rpc-redis`, which rewrites no file. */
const RPC_REDIS_MEMORY = '128mb';

/** Returns the connection URL of a process's role: the provided one, or the admin's URL with the role's credentials. */
function databaseUrl(role, adminUrl) {
  const provided = managed.postgres ? secret(`${role}-database-url`) : '';
  if (provided !== '') return provided;
  const url = new URL(adminUrl);
  url.username = `portal_${role.replace('-', '_')}`;
  url.password = inUrl(secret(`database-${role}-password`));
  return url.href;
}

/** Returns the connection URLs of the database admin and of each role, and the secrets of the bundled Postgres. */
function postgresSecrets() {
  const owner = managed.postgres ? '' : secret('owner-password');
  const adminUrl = managed.postgres
    ? secret('database-admin-url')
    : `postgres://portal:${inUrl(owner)}@postgres:5432/portal`;
  const urls = Object.fromEntries(databaseRoles.map((role) => [role, databaseUrl(role, adminUrl)]));
  const roleUrls = databaseRoles.map((role) => [`${role}-database-url`, urls[role]]);
  const services = roleUrls.filter(([name]) => name !== 'media-worker-database-url');
  return {
    // Each process gets only its own URL.
    ofRole: (role) => ({ 'database-url': urls[role] }),
    all: { 'database-admin-url': adminUrl, ...Object.fromEntries(roleUrls) },
    services: Object.fromEntries(services),
    container: managed.postgres ? {} : { 'owner-password': owner },
  };
}

/** Returns the files of a Redis container: its configuration, and the password for its health check. */
function redisContainer(password, memory, persistence) {
  const conf = [
    `requirepass ${redisQuoted(password)}`,
    persistence,
    'maxmemory-policy noeviction',
    `maxmemory ${memory}`,
  ];
  return { 'redis.conf': `${conf.join('\n')}\n`, 'redis-password': password };
}

/** Returns the URL and files of the bundled Redis of sessions and counters. */
function bundledRedis() {
  const password = secret('redis-password');
  return {
    url: { 'redis-url': `redis://:${inUrl(password)}@redis:6379` },
    container: redisContainer(password, REDIS_MEMORY, 'appendonly yes'),
  };
}

/** Returns the URL and files of the Redis of calls. It writes nothing to disk, because calls contain passwords. */
function bundledRpcRedis() {
  const password = secret('rpc-redis-password');
  const external = managed.redis ? secret('rpc-redis-url') : '';
  return {
    url: { 'rpc-redis-url': external || `redis://:${inUrl(password)}@rpc-redis:6379` },
    container: redisContainer(password, RPC_REDIS_MEMORY, 'appendonly no\nsave ""'),
  };
}

function bundledStore() {
  const keys = secretsOf('s3-access-key-id', 's3-secret-access-key');
  const credentials = [{ accessKey: keys['s3-access-key-id'], secretKey: keys['s3-secret-access-key'] }];
  const identity = { name: 'portal', credentials, actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'] };
  return { keys, container: { ...keys, 's3.json': JSON.stringify({ identities: [identity] }) } };
}

const postgres = postgresSecrets();
const redis = managed.redis ? { url: secretsOf('redis-url'), container: {} } : bundledRedis();
const rpcRedis = bundledRpcRedis();
const store = managed.store
  ? { keys: secretsOf('s3-access-key-id', 's3-secret-access-key'), container: {} }
  : bundledStore();
const mediaSecrets = { ...store.keys, ...secretsOf('media-secret', 'media-secret-previous') };

const volumes = {
  gateway: { ...redis.url, ...rpcRedis.url, ...secretsOf('session-secret') },
  auth: {
    ...redis.url,
    ...rpcRedis.url,
    ...postgres.ofRole('auth'),
    ...secretsOf('outbox-secret', 'upload-password'),
  },
  analytics: { ...rpcRedis.url, ...postgres.ofRole('analytics') },
  media: { ...rpcRedis.url, ...postgres.ofRole('media'), ...mediaSecrets },
  // The worker reads untrusted files, so it gets no secrets of Redis.
  worker: { ...postgres.ofRole('media-worker'), ...mediaSecrets },
  notifier: { ...postgres.ofRole('notifier'), ...secretsOf('outbox-secret', 'smtp-url') },
  migrate: postgres.all,
  // Administrator commands need every secret.
  commands: {
    ...redis.url,
    ...rpcRedis.url,
    ...mediaSecrets,
    ...postgres.all,
    ...secretsOf('session-secret'),
  },
  // A backup reads the data of each service, but no sessions or calls.
  backup: { ...mediaSecrets, ...postgres.services },
  postgres: postgres.container,
  redis: redis.container,
  'rpc-redis': rpcRedis.container,
  'object-store': store.container,
};

/** Volumes of images with other users. Each is mounted only by its server. */
const foreignUserVolumes = new Set(['postgres', 'redis', 'rpc-redis', 'object-store']);

for (const [volume, files] of Object.entries(volumes)) {
  for (const [name, value] of Object.entries(files)) {
    const file = `${copiesFolder}/${volume}/${name}`;
    if (!existsSync(file) || readFileSync(file, 'utf8') !== value) {
      write(file, value, foreignUserVolumes.has(volume) ? 0o444 : 0o400);
    }
  }
}
