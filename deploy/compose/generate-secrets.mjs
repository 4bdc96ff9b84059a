import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The `node` user of the images, who alone may read the application's secrets. */
const NODE_USER = 1000;
const folder = process.env.SECRETS_DIR ?? '/secrets';
const databaseFolder = process.env.DATABASE_SECRETS_DIR ?? '/database-secrets';
const storeFolder = process.env.STORE_SECRETS_DIR ?? '/store-secrets';

/** Writes a file once and whole; what exists stays. */
function keep(file, make, { mode, owner }) {
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const value = make();
  writeFileSync(`${file}.new`, value, { mode });
  if (owner !== undefined) chownSync(`${file}.new`, owner, owner);
  renameSync(`${file}.new`, file);
  console.log(`generated ${file}`);
  return value;
}

const random = () => randomBytes(32).toString('hex');
const application = { mode: 0o400, owner: NODE_USER };
// Database and object store run under users of their own images, each with a volume that nothing else mounts.
const foreign = { mode: 0o444, owner: undefined };

const ownerPassword = keep(`${databaseFolder}/owner-password`, random, foreign);
const appPassword = keep(`${folder}/database-app-password`, random, application);
const redisPassword = keep(`${folder}/redis-password`, random, application);
const storeKey = keep(`${folder}/s3-access-key-id`, () => randomBytes(10).toString('hex'), application);
const storeSecret = keep(`${folder}/s3-secret-access-key`, random, application);
keep(`${folder}/session-secret`, random, application);
keep(`${folder}/media-secret`, random, application);
keep(
  `${folder}/database-url`,
  () => `postgres://portal_app:${appPassword}@postgres:5432/portal`,
  application,
);
keep(
  `${folder}/database-admin-url`,
  () => `postgres://portal:${ownerPassword}@postgres:5432/portal`,
  application,
);
keep(`${folder}/redis-url`, () => `redis://:${redisPassword}@redis:6379`, application);
keep(
  `${storeFolder}/s3.json`,
  () =>
    JSON.stringify({
      identities: [
        {
          name: 'portal',
          credentials: [{ accessKey: storeKey, secretKey: storeSecret }],
          actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'],
        },
      ],
    }),
  foreign,
);
