// The secrets of a portal: provided by the operator, or generated at the first start. A file of that name in the folder
// of all secrets takes precedence, and so does a variable that compose passes on: REDIS_URL for `redis-url`.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const all = process.env.SECRETS_DIR ?? '/secrets';
/** External servers, whose addresses and keys cannot be generated (deploy/compose/managed-*.yml). */
export const managed = {
  postgres: process.env.MANAGED_POSTGRES === 'true',
  redis: process.env.MANAGED_REDIS === 'true',
  store: process.env.MANAGED_STORE === 'true',
};

// A folder that Docker created belongs to root, and files that were copied into one may too.
process.on('uncaughtException', ({ code, path, message }) => {
  console.error(
    code === 'EACCES' ? `${path}: the folder of secrets and its files must belong to user 1000` : message,
  );
  process.exit(1);
});

export function write(file, value, mode) {
  writeFileSync(`${file}.new`, value, { mode });
  renameSync(`${file}.new`, file);
}

// Signatures contain the key's id between slashes, and headers hold printable characters only.
const KEY_ID = /^[\w.+=@-]+$/;
const PRINTABLE = /^[^\p{Cc}]+$/u;

/** Origin of a secret: generated, provided by the operator, or optional. */
const made = { make: () => randomBytes(32).toString('hex') };
const required = {};
const optional = { make: () => '' };

/** Processes with their own role in Postgres. */
export const databaseRoles = ['auth', 'analytics', 'media', 'media-worker'];
const ofRoles = (nameOf, rule) => Object.fromEntries(databaseRoles.map((role) => [nameOf(role), rule]));
const roleUrls = ofRoles((role) => `${role}-database-url`, optional);

/** Every secret: its origin, and the rule for a provided one. */
const secrets = {
  ...(managed.postgres ? { 'database-admin-url': required, ...roleUrls } : { 'owner-password': made }),
  ...ofRoles((role) => `database-${role}-password`, made),
  ...(managed.redis ? { 'redis-url': required, 'rpc-redis-url': optional } : { 'redis-password': made }),
  'rpc-redis-password': made,
  ...(managed.store
    ? { 's3-access-key-id': required, 's3-secret-access-key': required }
    : {
        's3-access-key-id': { make: () => randomBytes(10).toString('hex'), like: KEY_ID },
        's3-secret-access-key': made,
      }),
  'session-secret': { ...made, least: 32 },
  'media-secret': { ...made, least: 32 },
  'media-secret-previous': { ...optional, least: 32 },
  'upload-password': { ...optional, least: 10 },
};
/** Addresses of the portal's own servers: an operator who sets one expects another server to be used. */
const ofNoEffect = ['database-admin-url', ...Object.keys(roleUrls), 'redis-url', 'rpc-redis-url'].filter(
  (name) => !(name in secrets),
);

const variableOf = (name) => name.toUpperCase().replaceAll('-', '_');
const inFile = (name) =>
  existsSync(`${all}/${name}`) ? readFileSync(`${all}/${name}`, 'utf8').trim() : undefined;
const inVariable = (name) => process.env[variableOf(name)] || undefined;
/** Returns the operator's value; undefined without one. */
const brought = (name) => inFile(name) ?? inVariable(name);

/** Returns the error of a secret; undefined for one that can be used or generated. */
function errorOf(name, { make, like = PRINTABLE, least = 1 }) {
  const value = brought(name);
  if (value === undefined)
    return make ? undefined : `is missing: put it into a file, or set ${variableOf(name)}`;
  if (inFile(name) !== undefined && inVariable(name))
    return `is a file, and ${variableOf(name)} is set as well`;
  if (value === '') return 'is empty: put the secret into it, or remove the file';
  if (!like.test(value)) return 'has characters that cannot be used';
  return value.length < least ? `is shorter than ${least} characters` : undefined;
}

const errors = [
  ...Object.entries(secrets).flatMap(([name, rules]) => {
    const error = errorOf(name, rules);
    return error ? [`${name} ${error}`] : [];
  }),
  ...ofNoEffect
    .filter((name) => inFile(name) !== undefined)
    .map(
      (name) =>
        `${name} has no effect without its deploy/compose/managed-*.yml: remove the file, or add that compose file`,
    ),
];
if (errors.length > 0) {
  console.error(errors.join('\n'));
  process.exit(1);
}

/** Returns the provided secret; otherwise generates it at first use and writes the file atomically. */
export function secret(name) {
  const there = brought(name);
  if (there !== undefined) return there;
  const value = secrets[name].make();
  if (value === '') return '';
  write(`${all}/${name}`, value, 0o400);
  console.log(`generated ${name}`);
  return value;
}
/** Returns several secrets by name. */
export const some = (...names) => Object.fromEntries(names.map((name) => [name, secret(name)]));
