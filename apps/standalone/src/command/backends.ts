import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Need } from '@secure-preview/operations';
import { namedDatabase } from '../postgres/named-database.js';
import { embeddedPostgres } from '../postgres/postgres.js';
import { type DatabaseAccess, roleVariables } from '../postgres/roles.js';
import { embeddedRedis } from '../redis/redis.js';
import { claimDataDir } from '../supervisor/claim-data-dir.js';
import { embeddedObjectStore } from '../supervisor/object-store.js';
import { endOrphans, readRunState } from '../supervisor/run-state.js';
import { dataDirOf } from '../supervisor/settings.js';
import { type Program, type RunningProgram, run } from '../system/program.js';
import { keptSecret, namedSecret } from '../system/secrets.js';

/** The servers of one portal, as variables for a command. */
interface Backends {
  readonly env: NodeJS.ProcessEnv;
  /** Stops the servers that were started for the command. */
  release(): Promise<void>;
}

interface Addresses {
  readonly database: DatabaseAccess;
  readonly redisUrl: string;
  readonly rpcRedisUrl: string;
  readonly s3Endpoint: string;
}
type Named = { readonly [name in keyof Addresses]: Addresses[name] | undefined };
type Found = Partial<Addresses> & { readonly url?: string; release(): Promise<void> };

export interface Purpose {
  readonly need: Need;
  /** True if the command fills a portal. That portal need not exist yet, and must not run. */
  readonly fills: boolean;
}

const region = (env: NodeJS.ProcessEnv) => env['S3_REGION'] || 'us-east-1';
const needsRedis = ({ need }: Purpose) => need === 'redis' || need === 'all';
/** Only the doctor inspects calls. */
const needsRpcRedis = ({ need }: Purpose) => need === 'all';
const needsStore = ({ need }: Purpose) => need === 'object-store' || need === 'all';

/**
 * Starts those servers of this data folder that the environment does not name, for the duration of one
 * command.
 */
async function startServers(
  env: NodeJS.ProcessEnv,
  dataDir: string,
  purpose: Purpose,
  named: Named,
): Promise<Found> {
  if (!purpose.fills && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`No portal has been started on ${dataDir} yet.`);
  const claim = claimDataDir(dataDir);
  const started: RunningProgram[] = [];
  const release = async () => {
    for (const one of started.reverse()) await one.stop();
    claim.lock.release();
  };
  const start = async (program: Program) => {
    const one = await run(program, () => undefined);
    started.push(one);
    await one.ready;
  };
  const found: { -readonly [name in keyof Addresses]?: Addresses[name] } = {};
  try {
    await endOrphans(claim.dataDir);
    if (named.database === undefined) {
      const postgres = await embeddedPostgres(claim.dataDir);
      await start(postgres.program);
      await postgres.bootstrap();
      found.database = { databaseUrls: postgres.urls, databaseAdminUrl: postgres.adminUrl };
    }
    if (needsRedis(purpose) && named.redisUrl === undefined) {
      const redis = await embeddedRedis(claim.dataDir, 'sessions', (line) => console.error(line));
      await start(redis.program);
      found.redisUrl = redis.url;
    }
    if (needsRpcRedis(purpose) && named.rpcRedisUrl === undefined) {
      const redis = await embeddedRedis(claim.dataDir, 'calls', (line) => console.error(line));
      await start(redis.program);
      found.rpcRedisUrl = redis.url;
    }
    if (needsStore(purpose) && named.s3Endpoint === undefined) {
      const store = await embeddedObjectStore(claim.dataDir, '127.0.0.1', region(env));
      await start(store.program);
      found.s3Endpoint = store.endpoint;
    }
    return { ...found, release };
  } catch (error) {
    await release();
    throw error;
  }
}

async function find(env: NodeJS.ProcessEnv, dataDir: string, purpose: Purpose, named: Named): Promise<Found> {
  const isNamed =
    named.database !== undefined &&
    (!needsRedis(purpose) || named.redisUrl !== undefined) &&
    (!needsRpcRedis(purpose) || named.rpcRedisUrl !== undefined) &&
    (!needsStore(purpose) || named.s3Endpoint !== undefined);
  const running = readRunState(dataDir);
  if (purpose.fills && running !== undefined) {
    throw new Error(
      'The portal is running: stop it first. A backup fills an empty portal that does not run.',
    );
  }
  if (isNamed) return { release: async () => undefined };
  if (running?.databaseAdminUrl === '')
    throw new Error('The portal is just starting; try again in a moment.');
  return running === undefined
    ? startServers(env, dataDir, purpose, named)
    : { ...running, database: running, release: async () => undefined };
}

/**
 * Finds the servers that the environment names, else those of the running portal, else starts them
 * temporarily.
 */
export async function findBackends(env: NodeJS.ProcessEnv, purpose: Purpose): Promise<Backends> {
  const dataDir = dataDirOf(env);
  const databaseUrl = namedSecret(env, 'DATABASE_URL');
  const databaseAdminUrl = namedSecret(env, 'DATABASE_ADMIN_URL');
  const named = {
    database: namedDatabase({ databaseUrl, databaseAdminUrl }, dataDir),
    redisUrl: namedSecret(env, 'REDIS_URL'),
    rpcRedisUrl: namedSecret(env, 'RPC_REDIS_URL'),
    s3Endpoint: namedSecret(env, 'S3_ENDPOINT'),
  };
  const found = await find(env, dataDir, purpose, named);
  const secret = (name: string) => {
    const known = purpose.fills || existsSync(join(dataDir, 'secrets'));
    return namedSecret(env, name) ?? (known ? keptSecret(dataDir, name.toLowerCase()) : undefined);
  };
  const database = named.database ?? found.database;
  const store = {
    S3_ENDPOINT: named.s3Endpoint ?? found.s3Endpoint,
    S3_REGION: region(env),
    S3_BUCKET: env['S3_BUCKET'] || 'portal',
    S3_ACCESS_KEY_ID: namedSecret(env, 'S3_ACCESS_KEY_ID') ?? 'portal',
    S3_SECRET_ACCESS_KEY:
      namedSecret(env, 'S3_SECRET_ACCESS_KEY') ?? keptSecret(dataDir, 's3-secret-access-key'),
  };
  const all = {
    DATABASE_ADMIN_URL: database?.databaseAdminUrl,
    RPC_REDIS_URL: named.rpcRedisUrl ?? found.rpcRedisUrl,
    SESSION_SECRET: secret('SESSION_SECRET'),
    MEDIA_SECRET: secret('MEDIA_SECRET'),
    PUBLIC_ORIGIN: env['PUBLIC_ORIGIN'] || found.url,
    ...(named.database === undefined ? { PORTAL_DATA_DIR: dataDir } : {}),
    ...(existsSync(join(dataDir, 'work')) ? { MEDIA_WORK_DIR: join(dataDir, 'work') } : {}),
  };
  return {
    env: {
      ...(database && roleVariables(database.databaseUrls)),
      ...(needsRedis(purpose) ? { REDIS_URL: named.redisUrl ?? found.redisUrl } : {}),
      ...(needsStore(purpose) ? store : {}),
      ...(purpose.need === 'all' ? all : {}),
    },
    release: found.release,
  };
}
