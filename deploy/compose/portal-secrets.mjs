// The secrets of a portal. The operator provides them as a file in the folder of all secrets, or as a variable
// that compose passes on, such as REDIS_URL for `redis-url`. Missing secrets are generated at the first start.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const secretsFolder = process.env.SECRETS_DIR ?? '/secrets';
/** External servers, whose URLs and keys cannot be generated (deploy/compose/managed-*.yml). */
export const managed = {
  postgres: process.env.MANAGED_POSTGRES === 'true',
  redis: process.env.MANAGED_REDIS === 'true',
  store: process.env.MANAGED_STORE === 'true',
};

// Folders created by Docker belong to root, and copied files may too.
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

// Signatures contain the key's id between slashes, and headers contain only printable characters.
const KEY_ID = /^[\w.+=@-]+$/;
const PRINTABLE = /^[^\p{Cc}]+$/u;

/** Origin of a secret: generated, provided by the operator, or optional. */
const generated = { generate: () => randomBytes(32).toString('hex') };
const required = {};
const optional = { generate: () => '' };

/** Processes with their own role in Postgres. */
export const databaseRoles = ['auth', 'analytics', 'media', 'media-worker', 'notifier'];
const forRoles = (nameOf, rule) => Object.fromEntries(databaseRoles.map((role) => [nameOf(role), rule]));
const roleUrls = forRoles((role) => `${role}-database-url`, optional);

/** Origin of each secret, and the rule for a provided value. */
const secrets = {
  ...(managed.postgres ? { 'database-admin-url': required, ...roleUrls } : { 'owner-password': generated }),
  ...forRoles((role) => `database-${role}-password`, generated),
  ...(managed.redis ? { 'redis-url': required, 'rpc-redis-url': optional } : { 'redis-password': generated }),
  'rpc-redis-password': generated,
  ...(managed.store
    ? { 's3-access-key-id': required, 's3-secret-access-key': required }
    : {
        's3-access-key-id': { generate: () => randomBytes(10).toString('hex'), pattern: KEY_ID },
        's3-secret-access-key': generated,
      }),
  'session-secret': { ...generated, minLength: 32 },
  'media-secret': { ...generated, minLength: 32 },
  'media-secret-previous': { ...optional, minLength: 32 },
  'upload-password': { ...optional, minLength: 10 },
  'outbox-secret': { ...generated, minLength: 32 },
  'smtp-url': { ...optional, pattern: /^smtps?:\/\/\S+$/ },
};
/** URLs that have no effect here. A file with one is an error, because the operator expects it to select a server. */
const withoutEffect = ['database-admin-url', ...Object.keys(roleUrls), 'redis-url', 'rpc-redis-url'].filter(
  (name) => !(name in secrets),
);

const variableOf = (name) => name.toUpperCase().replaceAll('-', '_');
const inFile = (name) =>
  existsSync(`${secretsFolder}/${name}`)
    ? readFileSync(`${secretsFolder}/${name}`, 'utf8').trim()
    : undefined;
const inVariable = (name) => process.env[variableOf(name)] || undefined;
/** Returns the provided value; undefined if there is none. */
const providedValue = (name) => inFile(name) ?? inVariable(name);

/** Returns the error of a secret; undefined if the secret can be used or generated. */
function errorOf(name, { generate, pattern = PRINTABLE, minLength = 1 }) {
  const value = providedValue(name);
  if (value === undefined)
    return generate ? undefined : `is missing: put it into a file, or set ${variableOf(name)}`;
  if (inFile(name) !== undefined && inVariable(name))
    return `is a file, but ${variableOf(name)} is also set: remove one of them`;
  if (value === '') return 'is empty: put the secret into it, or remove the file';
  if (!pattern.test(value)) return 'contains characters that cannot be used';
  return value.length < minLength ? `is shorter than ${minLength} characters` : undefined;
}

const errors = [
  ...Object.entries(secrets).flatMap(([name, rules]) => {
    const error = errorOf(name, rules);
    return error ? [`${name} ${error}`] : [];
  }),
  ...withoutEffect
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
  const provided = providedValue(name);
  if (provided !== undefined) return provided;
  const value = secrets[name].generate();
  if (value === '') return '';
  write(`${secretsFolder}/${name}`, value, 0o400);
  console.log(`generated ${name}`);
  return value;
}
/** Returns several secrets by name. */
export const secretsOf = (...names) => Object.fromEntries(names.map((name) => [name, secret(name)]));
