// Makes the secrets of the portal once, and gives each service a copy of those that it needs and no others.
// A file of that name in the folder of all secrets is taken instead of being made, and so is a variable that compose
// passes on: DATABASE_URL for `database-url`.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const all = process.env.SECRETS_DIR ?? '/secrets';
const given = process.env.GIVEN_DIR ?? '/given';
/** Servers from elsewhere, whose addresses and keys nobody can make here (deploy/compose/managed-*.yml). */
const managed = {
  postgres: process.env.MANAGED_POSTGRES === 'true',
  redis: process.env.MANAGED_REDIS === 'true',
  store: process.env.MANAGED_STORE === 'true',
};

function write(file, value, mode) {
  writeFileSync(`${file}.new`, value, { mode });
  renameSync(`${file}.new`, file);
}

// Signatures name the key's id between slashes, and no header holds what cannot be printed.
const KEY_ID = /^[\w.+=@-]+$/;
const PRINTABLE = /^[^\p{Cc}]+$/u;

/** How a secret comes about: made here, brought by the operator, or nothing unless it is brought. */
const made = { make: () => randomBytes(32).toString('hex') };
const required = {};
const optional = { make: () => '' };

/** Every secret: how it comes about, and what one that was brought must be like. */
const secrets = {
  ...(managed.postgres
    ? { 'database-url': required, 'database-admin-url': required }
    : { 'owner-password': made, 'database-app-password': made }),
  ...(managed.redis ? { 'redis-url': required, 'rpc-redis-url': optional } : { 'redis-password': made }),
  ...(managed.store
    ? { 's3-access-key-id': required, 's3-secret-access-key': required }
    : {
        's3-access-key-id': { make: () => randomBytes(10).toString('hex'), like: KEY_ID },
        's3-secret-access-key': made,
      }),
  'session-secret': { ...made, least: 32 },
  'media-secret': { ...made, least: 32 },
  'media-secret-previous': { ...optional, least: 32 },
  'upload-password': optional,
};
/** Addresses of servers that the portal brings: whoever put one there believes that another server is used. */
const ofNoEffect = ['database-url', 'database-admin-url', 'redis-url', 'rpc-redis-url'].filter(
  (name) => !(name in secrets),
);

const variableOf = (name) => name.toUpperCase().replaceAll('-', '_');
const inFile = (name) =>
  existsSync(`${all}/${name}`) ? readFileSync(`${all}/${name}`, 'utf8').trim() : undefined;
const inVariable = (name) => process.env[variableOf(name)] || undefined;
/** What the operator brought; undefined when that is nothing. */
const brought = (name) => inFile(name) ?? inVariable(name);

/** What is wrong with a secret; undefined for one that can be used, or made. */
function faultOf(name, { make, like = PRINTABLE, least = 1 }) {
  const value = brought(name);
  if (value === undefined)
    return make ? undefined : `is missing: put it into a file, or set ${variableOf(name)}`;
  if (inFile(name) !== undefined && inVariable(name))
    return `is a file, and ${variableOf(name)} is set as well`;
  if (value === '') return 'is empty: put the secret into it, or remove the file';
  if (!like.test(value)) return 'has characters that cannot be used';
  return value.length < least ? `is shorter than ${least} characters` : undefined;
}

const faults = [
  ...Object.entries(secrets).flatMap(([name, rules]) => {
    const fault = faultOf(name, rules);
    return fault ? [`${name} ${fault}`] : [];
  }),
  ...ofNoEffect
    .filter((name) => inFile(name) !== undefined)
    .map(
      (name) =>
        `${name} is of no effect without its deploy/compose/managed-*.yml: remove the file, or add that`,
    ),
];
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}

/** What was brought; else made at first use, and written whole. */
function secret(name) {
  const there = brought(name);
  if (there !== undefined) return there;
  const value = secrets[name].make();
  if (value === '') return '';
  write(`${all}/${name}`, value, 0o400);
  console.log(`generated ${name}`);
  return value;
}
const some = (...names) => Object.fromEntries(names.map((name) => [name, secret(name)]));

/** A string as redis.conf reads it: every byte written out, so that none has a meaning of its own. */
const quoted = (text) => `"${Buffer.from(text).toString('hex').replace(/../g, '\\x$&')}"`;
const inUrl = encodeURIComponent;
/** Of the 512 MB that its container may use: copies of what changes while it rewrites its file need the rest. */
const REDIS_MEMORY = '320mb';

/** The portal's own Postgres: the addresses of both roles, and what its container is given. */
function ownPostgres() {
  const [owner, application] = [secret('owner-password'), secret('database-app-password')];
  return {
    application: { 'database-url': `postgres://portal_app:${inUrl(application)}@postgres:5432/portal` },
    owner: { 'database-admin-url': `postgres://portal:${inUrl(owner)}@postgres:5432/portal` },
    // Of both, since a role's password is changed from there (docs/OPERATIONS.md).
    container: { 'owner-password': owner, 'database-app-password': application },
  };
}

function ownRedis() {
  const password = secret('redis-password');
  const conf = `requirepass ${quoted(password)}\nappendonly yes\nmaxmemory-policy noeviction\nmaxmemory ${REDIS_MEMORY}\n`;
  return {
    addresses: { 'redis-url': `redis://:${inUrl(password)}@redis:6379`, 'rpc-redis-url': '' },
    container: { 'redis.conf': conf, 'redis-password': password },
  };
}

function ownStore() {
  const keys = some('s3-access-key-id', 's3-secret-access-key');
  const credentials = [{ accessKey: keys['s3-access-key-id'], secretKey: keys['s3-secret-access-key'] }];
  const identity = { name: 'portal', credentials, actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'] };
  return { keys, container: { ...keys, 's3.json': JSON.stringify({ identities: [identity] }) } };
}

const postgres = managed.postgres
  ? { application: some('database-url'), owner: some('database-admin-url'), container: {} }
  : ownPostgres();
const redis = managed.redis ? { addresses: some('redis-url', 'rpc-redis-url'), container: {} } : ownRedis();
const store = managed.store
  ? { keys: some('s3-access-key-id', 's3-secret-access-key'), container: {} }
  : ownStore();
const ofMedia = { ...postgres.application, ...store.keys, ...some('media-secret', 'media-secret-previous') };

const volumes = {
  gateway: { ...redis.addresses, ...some('session-secret') },
  auth: { ...redis.addresses, ...postgres.application, ...some('upload-password') },
  analytics: { ...redis.addresses, ...postgres.application },
  media: { ...redis.addresses, ...ofMedia },
  // It takes jobs from Postgres, and other people's files are read there: nothing of Redis.
  worker: ofMedia,
  migrate: { ...postgres.application, ...postgres.owner },
  // Whoever may run commands may do all that the portal can.
  commands: { ...redis.addresses, ...ofMedia, ...postgres.owner, ...some('session-secret') },
  postgres: postgres.container,
  redis: redis.container,
  'object-store': store.container,
};

/** Volumes of images with users of their own; each is mounted by its own server only. */
const foreign = new Set(['postgres', 'redis', 'object-store']);

for (const [volume, files] of Object.entries(volumes)) {
  for (const [name, value] of Object.entries(files)) {
    const file = `${given}/${volume}/${name}`;
    if (!existsSync(file) || readFileSync(file, 'utf8') !== value) {
      write(file, value, foreign.has(volume) ? 0o444 : 0o400);
    }
  }
}
