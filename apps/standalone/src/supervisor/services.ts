import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  configuredSecret,
  type DatabaseAccess,
  type DatabaseRole,
  type OsUser,
  type Program,
  roleVariables,
  until,
} from '@secure-preview/embedded';
import { ownerVariable } from './run-state.js';
import { localUrl, repositoryRoot, type Settings } from './settings.js';

/** URLs and secrets of the servers that the services need, embedded or configured by the operator. */
export interface Backing extends DatabaseAccess {
  /** Redis for sessions and counters. */
  redisUrl: string;
  /** Redis for calls. Calls contain passwords, so this server writes nothing to disk. */
  rpcRedisUrl: string;
  s3: {
    endpoint: string;
    region: string;
    bucket: string;
    accessKeyId: string;
    secretAccessKey: string;
    /** Port at which browsers reach the embedded store, on the host at which they reach the portal. */
    publicPort?: number;
  };
  sessionSecret: string;
  mediaSecret: string;
  outboxSecret: string;
  ffmpeg: string;
  ffprobe: string | undefined;
  /** The media worker's folder, and its user if it has one. */
  worker?: { readonly workDir: string; readonly user: OsUser | undefined };
}

export const serviceNames = [
  'auth-service',
  'media-service',
  'media-worker',
  'analytics-service',
  'gateway',
  'notifier',
] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Returns the name of the application that a process runs. */
export function appOf(name: ServiceName) {
  if (name === 'media-worker') return 'media-service';
  return name === 'notifier' ? 'analytics-service' : name;
}

/** Services that own tables. The outbox of analytics-service is first: all services write into it. */
export const migratedServices = ['analytics-service', 'auth-service', 'media-service'] as const;
export type MigratedService = (typeof migratedServices)[number];

/** Returns the folder of the built applications. Tests use a folder with fake applications. */
export const appsDir = (env: NodeJS.ProcessEnv) =>
  env['SECURE_PREVIEW_APPS_DIR'] || join(repositoryRoot, 'apps');

/**
 * Returns the path of a program of an application: its bundle, or in development (`bin/dev.mjs`) the compiled
 * file. Throws when it has not been built.
 */
export function builtFile(env: NodeJS.ProcessEnv, name: string, ...path: string[]): string {
  const programs = env['SECURE_PREVIEW_PROGRAMS'] || join('dist', 'bundle');
  const file = join(appsDir(env), name, programs, ...path);
  if (!existsSync(file)) throw new Error(`${name} is not built: no ${file}. Run npm run build.`);
  return file;
}

/** Variables that are not forwarded, because a service does not need them or they are secrets of other services. */
const WITHHELD =
  /^(npm_.*|NODE_OPTIONS|(HOST|PORT|DATABASE_ADMIN_URL|((AUTH|ANALYTICS|MEDIA|MEDIA_WORKER|NOTIFIER)_)?DATABASE_URL|REDIS_URL|RPC_REDIS_URL|UPLOAD_PASSWORD|SESSION_SECRET|MEDIA_SECRET|MEDIA_SECRET_PREVIOUS|OUTBOX_SECRET|SMTP_URL|S3_ACCESS_KEY_ID|S3_SECRET_ACCESS_KEY)(_FILE)?)$/;

/** Makes paths absolute, because services run in other folders than `npm start`. */
const absolutePath = ([name, value]: [string, string | undefined]): [string, string | undefined] => [
  name,
  value && name.endsWith('_FILE') ? resolve(value) : value,
];

function common(env: NodeJS.ProcessEnv, dataDir: string): NodeJS.ProcessEnv {
  const forwarded = Object.entries(env).filter(([name]) => !WITHHELD.test(name));
  return {
    NODE_ENV: 'production',
    ...Object.fromEntries(forwarded.map(absolutePath)),
    [ownerVariable]: dataDir,
  };
}

function pick(env: NodeJS.ProcessEnv, ...names: string[]): NodeJS.ProcessEnv {
  const all = names.flatMap((name) => [name, `${name}_FILE`]);
  return Object.fromEntries(all.flatMap((name) => (env[name] ? [absolutePath([name, env[name]])] : [])));
}

/** Returns the environment of a migration, the only process that connects as the owner of the database. */
export function migrationEnv(
  env: NodeJS.ProcessEnv,
  settings: Settings,
  { databaseAdminUrl, databaseUrls }: Backing,
): NodeJS.ProcessEnv {
  return {
    ...common(env, settings.dataDir),
    ...roleVariables(databaseUrls),
    DATABASE_ADMIN_URL: databaseAdminUrl,
  };
}

/** Returns the environment of one service, with only the secrets that it needs. */
export function serviceEnv(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
  settings: Settings,
  backing: Backing,
  internalPort: number,
): NodeJS.ProcessEnv {
  const { s3 } = backing;
  const shared: NodeJS.ProcessEnv = {
    ...common(env, settings.dataDir),
    S3_ENDPOINT: s3.endpoint,
    ...(s3.publicPort === undefined ? {} : { S3_PUBLIC_PORT: String(s3.publicPort) }),
    INTERNAL_PORT: String(internalPort),
  };
  const calls = { RPC_REDIS_URL: backing.rpcRedisUrl };
  const redis = { ...calls, REDIS_URL: backing.redisUrl };
  const database = (role: DatabaseRole) => ({ DATABASE_URL: backing.databaseUrls[role] });
  switch (name) {
    case 'gateway':
      return {
        ...shared,
        ...redis,
        HOST: settings.host,
        PORT: String(settings.port),
        SESSION_SECRET: backing.sessionSecret,
        WEB_DIST_DIR: join(appsDir(env), 'web', 'dist'),
      };
    case 'auth-service':
      return {
        ...shared,
        ...redis,
        ...database('auth'),
        OUTBOX_SECRET: backing.outboxSecret,
        ...pick(env, 'UPLOAD_PASSWORD'),
      };
    case 'media-service':
      return { ...shared, ...calls, ...database('media'), ...mediaEnv(env, backing), MEDIA_ROLE: 'api' };
    case 'media-worker':
      return { ...shared, ...database('media-worker'), ...mediaEnv(env, backing), ...workerEnv(backing) };
    case 'analytics-service':
      return { ...shared, ...calls, ...database('analytics') };
    case 'notifier':
      return {
        ...shared,
        ...database('notifier'),
        ANALYTICS_ROLE: 'notifier',
        OUTBOX_SECRET: backing.outboxSecret,
        // Links in mails need a URL.
        ...(env['PUBLIC_ORIGIN'] || settings.trialUrl === undefined
          ? {}
          : { PUBLIC_ORIGIN: settings.trialUrl }),
        ...pick(env, 'SMTP_URL'),
      };
  }
}

/**
 * Returns the environment that both roles of media-service share. Reads secrets here, because the worker's user
 * may not read their files.
 */
function mediaEnv(env: NodeJS.ProcessEnv, { s3, mediaSecret }: Backing): NodeJS.ProcessEnv {
  const previous = configuredSecret(env, 'MEDIA_SECRET_PREVIOUS');
  return {
    MEDIA_SECRET: mediaSecret,
    ...(previous === undefined ? {} : { MEDIA_SECRET_PREVIOUS: previous }),
    S3_REGION: s3.region,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
}

function workerEnv({ ffmpeg, ffprobe, worker }: Backing): NodeJS.ProcessEnv {
  return {
    MEDIA_ROLE: 'worker',
    FFMPEG_PATH: ffmpeg,
    ...(ffprobe === undefined ? {} : { FFPROBE_PATH: ffprobe }),
    ...(worker === undefined ? {} : { HOME: worker.workDir, TMPDIR: worker.workDir }),
  };
}

/** Returns whether a GET of this URL returns 200 within 2 s. */
async function isOk(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000), redirect: 'manual' });
  await answer.arrayBuffer();
  return answer.status === 200;
}

/** Returns the program that runs one service. @param nodeArgs flags for Node itself */
export function serviceProgram(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
  settings: Settings,
  backing: Backing,
  internalPort: number,
  nodeArgs: readonly string[] = [],
): Program {
  const health = `http://127.0.0.1:${internalPort}/health/ready`;
  // The public port is checked second, because the gateway logs each failed check of that port.
  const publicHealth = `${localUrl(settings)}/api/health/ready`;
  const isReady = async () => (await isOk(health)) && (name !== 'gateway' || (await isOk(publicHealth)));
  return {
    name,
    command: process.execPath,
    args: ['--enable-source-maps', ...nodeArgs, builtFile(env, appOf(name), 'main.js')],
    env: serviceEnv(name, env, settings, backing, internalPort),
    cwd: join(appsDir(env), appOf(name)),
    user: name === 'media-worker' ? backing.worker?.user : undefined,
    stopSignal: 'SIGTERM',
    ipc: true,
    ready: async (_pid, exitSignal) => {
      await until(isReady, {
        deadlineMs: 120_000,
        everyMs: 50,
        signal: exitSignal,
        what: `${name} to be ready`,
      });
    },
  };
}
