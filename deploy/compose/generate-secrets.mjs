// Makes the secrets of the portal once, and gives each service a copy of those that it needs and no others.
// A file of that name in the folder of all secrets is taken instead of being made.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const all = process.env.SECRETS_DIR ?? '/secrets';
const given = process.env.GIVEN_DIR ?? '/given';

function write(file, value, mode) {
  writeFileSync(`${file}.new`, value, { mode });
  renameSync(`${file}.new`, file);
}

// Signatures name the key's id between slashes, and no header holds what cannot be printed.
const KEY_ID = /^[\w.+=@-]+$/;
const PRINTABLE = /^[^\p{Cc}]+$/u;

const generate = () => randomBytes(32).toString('hex');
/** Every secret: how it is made, and what one that was brought along must be like. */
const secrets = {
  'owner-password': {},
  'database-app-password': {},
  'redis-password': {},
  's3-access-key-id': { make: () => randomBytes(10).toString('hex'), like: KEY_ID },
  's3-secret-access-key': {},
  'session-secret': { least: 32 },
  'media-secret': { least: 32 },
};

/** What is wrong with a secret; undefined for one that can be used. */
function faultOf(value, { like = PRINTABLE, least = 1 }) {
  if (value === '') return 'is empty: put the secret into it, or remove the file to have one made';
  if (!like.test(value)) return 'has characters that cannot be used';
  return value.length < least ? `is shorter than ${least} characters` : undefined;
}

/** What the file holds; undefined when there is none. */
const brought = (name) =>
  existsSync(`${all}/${name}`) ? readFileSync(`${all}/${name}`, 'utf8').trim() : undefined;

const faults = Object.entries(secrets).flatMap(([name, rules]) => {
  const value = brought(name);
  const fault = value === undefined ? undefined : faultOf(value, rules);
  return fault ? [`${name} ${fault}`] : [];
});
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}

/** What the file holds; made at first use, and written whole. */
function secret(name) {
  const there = brought(name);
  if (there !== undefined) return there;
  const value = (secrets[name].make ?? generate)();
  write(`${all}/${name}`, value, 0o400);
  console.log(`generated ${name}`);
  return value;
}

/** A string as redis.conf reads it: every byte written out, so that none has a meaning of its own. */
const quoted = (text) => `"${Buffer.from(text).toString('hex').replace(/../g, '\\x$&')}"`;
const inUrl = encodeURIComponent;
/** Of the 512 MB that its container may use: copies of what changes while it rewrites its file need the rest. */
const REDIS_MEMORY = '320mb';

const ownerPassword = secret('owner-password');
const appPassword = secret('database-app-password');
const redisPassword = secret('redis-password');
const accessKey = secret('s3-access-key-id');
const secretKey = secret('s3-secret-access-key');

const redis = { 'redis-url': `redis://:${inUrl(redisPassword)}@redis:6379` };
const database = { 'database-url': `postgres://portal_app:${inUrl(appPassword)}@postgres:5432/portal` };
const owner = { 'database-admin-url': `postgres://portal:${inUrl(ownerPassword)}@postgres:5432/portal` };
const store = { 's3-access-key-id': accessKey, 's3-secret-access-key': secretKey };
const identity = {
  name: 'portal',
  credentials: [{ accessKey, secretKey }],
  actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'],
};

const volumes = {
  gateway: { ...redis, 'session-secret': secret('session-secret') },
  service: { ...redis, ...database },
  media: { ...redis, ...database, ...store, 'media-secret': secret('media-secret') },
  migrate: { ...database, ...owner },
  // Whoever may run commands may do all that the portal can.
  commands: {
    ...{ ...redis, ...database, ...owner, ...store },
    'media-secret': secret('media-secret'),
    'session-secret': secret('session-secret'),
  },
  postgres: { 'owner-password': ownerPassword },
  redis: {
    'redis.conf': `requirepass ${quoted(redisPassword)}\nappendonly yes\nmaxmemory-policy noeviction\nmaxmemory ${REDIS_MEMORY}\n`,
    'redis-password': redisPassword,
  },
  'object-store': { ...store, 's3.json': JSON.stringify({ identities: [identity] }) },
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
