import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configuredSecret } from '@secure-preview/embedded';

/** Root of the checkout, both from dist/supervisor and from src/supervisor. */
export const repositoryRoot = resolve(fileURLToPath(import.meta.url), '../../../../..');

/** Settings of `npm start` in the environment. Servers with a configured URL are not started. */
export interface Settings {
  dataDir: string;
  host: string;
  port: number;
  /** URL of the pages for a trial on this machine; undefined if other hosts reach the portal. */
  trialUrl: string | undefined;
  databaseUrl: string | undefined;
  databaseAdminUrl: string | undefined;
  redisUrl: string | undefined;
  rpcRedisUrl: string | undefined;
  s3Endpoint: string | undefined;
}

/** Returns the data folder that the environment names, or `.portal` in the checkout. */
export function dataDirOf(env: NodeJS.ProcessEnv): string {
  return resolve(env['PORTAL_DATA_DIR'] || join(repositoryRoot, '.portal'));
}

/** Returns whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

/** Returns the host at which this machine reaches a server that listens on `host`. */
export function localHost(host: string): string {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Returns the URL at which this machine reaches the portal. */
export const localUrl = ({ host, port }: Pick<Settings, 'host' | 'port'>): string =>
  `http://${localHost(host)}:${port}`;

/** Reads settings. They must be checked already. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const host = configuredSecret(env, 'HOST') ?? '127.0.0.1';
  const port = Number(configuredSecret(env, 'PORT') ?? 3000);
  return {
    dataDir: dataDirOf(env),
    host,
    port,
    trialUrl: isLoopback(host) ? localUrl({ host, port }) : undefined,
    databaseUrl: configuredSecret(env, 'DATABASE_URL'),
    databaseAdminUrl: configuredSecret(env, 'DATABASE_ADMIN_URL'),
    redisUrl: configuredSecret(env, 'REDIS_URL'),
    rpcRedisUrl: configuredSecret(env, 'RPC_REDIS_URL'),
    s3Endpoint: configuredSecret(env, 'S3_ENDPOINT'),
  };
}

/** Returns the path of a folder with all links resolved. */
export function canonical(dir: string): string {
  return realpathSync(dir);
}
