import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { namedSecret } from '../system/secrets.js';

/** Root of the checkout, from dist/supervisor as from src/supervisor. */
export const repositoryRoot = resolve(fileURLToPath(import.meta.url), '../../../../..');

/** What the environment asks of `npm start`; a part that it names is not embedded. */
export interface Settings {
  dataDir: string;
  host: string;
  port: number;
  databaseUrl: string | undefined;
  databaseAdminUrl: string | undefined;
  redisUrl: string | undefined;
  rpcRedisUrl: string | undefined;
  s3Endpoint: string | undefined;
}

/** The data folder that the environment names, else `.portal` in the checkout. */
export function dataDirOf(env: NodeJS.ProcessEnv): string {
  return resolve(env['PORTAL_DATA_DIR'] || join(repositoryRoot, '.portal'));
}

/** True for addresses that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host);
}

/** The host by which this machine itself reaches a server that listens on `host`. */
export function localHost(host: string): string {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Reads settings that were checked. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  return {
    dataDir: dataDirOf(env),
    host: namedSecret(env, 'HOST') ?? '127.0.0.1',
    port: Number(namedSecret(env, 'PORT') ?? 3000),
    databaseUrl: namedSecret(env, 'DATABASE_URL'),
    databaseAdminUrl: namedSecret(env, 'DATABASE_ADMIN_URL'),
    redisUrl: namedSecret(env, 'REDIS_URL'),
    rpcRedisUrl: namedSecret(env, 'RPC_REDIS_URL'),
    s3Endpoint: namedSecret(env, 'S3_ENDPOINT'),
  };
}

/** The same folder, whatever links lead to it. */
export function canonical(dir: string): string {
  return realpathSync(dir);
}
