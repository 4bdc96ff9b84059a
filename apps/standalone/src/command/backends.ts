import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  configuredSecret,
  type DatabaseAccess,
  embeddedPostgres,
  embeddedRedis,
  type Program,
  persistentSecret,
  type RunningProgram,
  roleVariables,
  run,
} from '@secure-preview/embedded';
import type { Need } from '@secure-preview/operations';
import { configuredDatabase } from '../postgres/configured-database.js';
import { claimDataDir } from '../supervisor/claim-data-dir.js';
import { embeddedObjectStore } from '../supervisor/object-store.js';
import { endOrphans, mailSettingsOf, readRunState } from '../supervisor/run-state.js';
import { dataDirOf } from '../supervisor/settings.js';

/** Environment variables that give a command the servers of one portal. */
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
type ConfiguredAddresses = { readonly [name in keyof Addresses]: Addresses[name] | undefined };
type Found = Partial<Addresses> & { readonly url?: string; release(): Promise<void> };

export interface Purpose {
  readonly need: Need;
  /** True for `restore`, which writes into an empty portal. The portal need not exist yet and must not be running. */
  readonly isRestore: boolean;
}

const region = (env: NodeJS.ProcessEnv) => env['S3_REGION'] || 'us-east-1';
const needsRedis = ({ need }: Purpose) => need === 'redis' || need === 'all';
/** Only the doctor checks the Redis of calls. */
const needsRpcRedis = ({ need }: Purpose) => need === 'all';
const needsStore = ({ need }: Purpose) => need === 'object-store' || need === 'all';

/**
 * Starts the servers of this data folder for the duration of one command, except those that the environment
 * configures.
 */
async function startServers(
  env: NodeJS.ProcessEnv,
  dataDir: string,
  purpose: Purpose,
  configured: ConfiguredAddresses,
): Promise<Found> {
  if (!purpose.isRestore && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`No portal has been started on ${dataDir} yet. Start it once with npm start.`);
  const claim = claimDataDir(dataDir);
  const started: RunningProgram[] = [];
  const release = async () => {
    for (const running of started.reverse()) await running.stop();
    claim.lock.release();
  };
  const start = async (program: Program) => {
    const running = await run(program, () => undefined);
    started.push(running);
    await running.ready;
  };
  const found: { -readonly [name in keyof Addresses]?: Addresses[name] } = {};
  try {
    await endOrphans(claim.dataDir);
    if (configured.database === undefined) {
      const postgres = await embeddedPostgres(claim.dataDir);
      await start(postgres.program);
      await postgres.bootstrap();
      found.database = { databaseUrls: postgres.urls, databaseAdminUrl: postgres.adminUrl };
    }
    if (needsRedis(purpose) && configured.redisUrl === undefined) {
      const redis = await embeddedRedis(claim.dataDir, 'sessions', (line) => console.error(line));
      await start(redis.program);
      found.redisUrl = redis.url;
    }
    if (needsRpcRedis(purpose) && configured.rpcRedisUrl === undefined) {
      const redis = await embeddedRedis(claim.dataDir, 'calls', (line) => console.error(line));
      await start(redis.program);
      found.rpcRedisUrl = redis.url;
    }
    if (needsStore(purpose) && configured.s3Endpoint === undefined) {
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

async function find(
  env: NodeJS.ProcessEnv,
  dataDir: string,
  purpose: Purpose,
  configured: ConfiguredAddresses,
): Promise<Found> {
  const isFullyConfigured =
    configured.database !== undefined &&
    (!needsRedis(purpose) || configured.redisUrl !== undefined) &&
    (!needsRpcRedis(purpose) || configured.rpcRedisUrl !== undefined) &&
    (!needsStore(purpose) || configured.s3Endpoint !== undefined);
  const running = readRunState(dataDir);
  if (purpose.isRestore && running !== undefined) {
    throw new Error(
      'The portal is running: stop it first. A backup can only be restored to an empty portal that is stopped.',
    );
  }
  if (isFullyConfigured) return { release: async () => undefined };
  if (running?.databaseAdminUrl === '')
    throw new Error('The portal is still starting. Try again in a moment.');
  return running === undefined
    ? startServers(env, dataDir, purpose, configured)
    : { ...running, database: running, release: async () => undefined };
}

/**
 * Finds the servers: those that the environment configures, or those of the running portal. Otherwise starts
 * them temporarily.
 */
export async function findBackends(env: NodeJS.ProcessEnv, purpose: Purpose): Promise<Backends> {
  const dataDir = dataDirOf(env);
  const databaseUrl = configuredSecret(env, 'DATABASE_URL');
  const databaseAdminUrl = configuredSecret(env, 'DATABASE_ADMIN_URL');
  const configured = {
    database: configuredDatabase({ databaseUrl, databaseAdminUrl }, dataDir),
    redisUrl: configuredSecret(env, 'REDIS_URL'),
    rpcRedisUrl: configuredSecret(env, 'RPC_REDIS_URL'),
    s3Endpoint: configuredSecret(env, 'S3_ENDPOINT'),
  };
  const found = await find(env, dataDir, purpose, configured);
  const secret = (name: string) => {
    const known = purpose.isRestore || existsSync(join(dataDir, 'secrets'));
    return configuredSecret(env, name) ?? (known ? persistentSecret(dataDir, name.toLowerCase()) : undefined);
  };
  const database = configured.database ?? found.database;
  const store = {
    S3_ENDPOINT: configured.s3Endpoint ?? found.s3Endpoint,
    S3_REGION: region(env),
    S3_BUCKET: env['S3_BUCKET'] || 'portal',
    S3_ACCESS_KEY_ID: configuredSecret(env, 'S3_ACCESS_KEY_ID') ?? 'portal',
    S3_SECRET_ACCESS_KEY:
      configuredSecret(env, 'S3_SECRET_ACCESS_KEY') ?? persistentSecret(dataDir, 's3-secret-access-key'),
    // Objects are encrypted, and read in the folder in which workers read uploads.
    MEDIA_SECRET: secret('MEDIA_SECRET'),
    ...(existsSync(join(dataDir, 'work')) ? { MEDIA_WORK_DIR: join(dataDir, 'work') } : {}),
  };
  const all = {
    DATABASE_ADMIN_URL: database?.databaseAdminUrl,
    RPC_REDIS_URL: configured.rpcRedisUrl ?? found.rpcRedisUrl,
    SESSION_SECRET: secret('SESSION_SECRET'),
    OUTBOX_SECRET: secret('OUTBOX_SECRET'),
    PUBLIC_ORIGIN: env['PUBLIC_ORIGIN'] || found.url,
    ...readRunState(dataDir)?.mail,
    ...mailSettingsOf(env),
    ...(configured.database === undefined ? { PORTAL_DATA_DIR: dataDir } : {}),
  };
  return {
    env: {
      ...(database && roleVariables(database.databaseUrls)),
      ...(needsRedis(purpose) ? { REDIS_URL: configured.redisUrl ?? found.redisUrl } : {}),
      ...(needsStore(purpose) ? store : {}),
      ...(purpose.need === 'all' ? all : {}),
    },
    release: found.release,
  };
}
