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

/** Reads the settings; throws one Error with a line for each bad variable, values not repeated. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const faults: string[] = [];
  const portText = env['PORT'] || '3000';
  const port = /^\d{1,5}$/.test(portText) ? Number(portText) : Number.NaN;
  if (!(port >= 1 && port <= 65_535)) faults.push('PORT must be a number from 1 to 65535');
  const url = (name: string, scheme: RegExp) => {
    const text = namedSecret(env, name);
    if (text !== undefined && !scheme.test(text)) faults.push(`${name} is not a URL of the expected kind`);
    return text;
  };
  const settings: Settings = {
    dataDir: dataDirOf(env),
    host: env['HOST'] || '127.0.0.1',
    port,
    databaseUrl: url('DATABASE_URL', /^postgres(ql)?:\/\//),
    databaseAdminUrl: url('DATABASE_ADMIN_URL', /^postgres(ql)?:\/\//),
    redisUrl: url('REDIS_URL', /^rediss?(\+sentinel)?:\/\//),
    s3Endpoint: url('S3_ENDPOINT', /^https?:\/\//),
  };
  if (settings.s3Endpoint !== undefined) {
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']) {
      if (namedSecret(env, name) === undefined) faults.push(`${name} is needed beside S3_ENDPOINT`);
    }
  }
  if (settings.databaseAdminUrl !== undefined && settings.databaseUrl === undefined) {
    faults.push('DATABASE_URL is needed beside DATABASE_ADMIN_URL');
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return settings;
}

/** The same folder, whatever links lead to it. */
export function canonical(dir: string): string {
  return realpathSync(dir);
}
