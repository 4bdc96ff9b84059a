import { resolve } from 'node:path';
import { urlsOf } from '@secure-preview/embedded';
import { type Backing, serviceEnv, serviceNames } from './services.js';
import { readSettings } from './settings.js';

const backing: Backing = {
  databaseUrls: urlsOf((role) => `postgres://${role}@db/portal`),
  databaseAdminUrl: 'postgres://owner@db/portal',
  redisUrl: 'redis://cache',
  rpcRedisUrl: 'redis://calls',
  s3: {
    endpoint: 'http://127.0.0.1:9000',
    region: 'r',
    bucket: 'b',
    accessKeyId: 'i',
    secretAccessKey: 'k',
    publicPort: 9000,
  },
  sessionSecret: 'session',
  mediaSecret: 'media',
  outboxSecret: 'outbox',
  ffmpeg: '/usr/bin/ffmpeg',
  ffprobe: '/usr/bin/ffprobe',
};
const operatorEnv = {
  HOST: '0.0.0.0',
  PORT: '3000',
  LOG_LEVEL: 'debug',
  TERMS_FILE: 'terms.txt',
  UPLOAD_PASSWORD: 'first',
  MEDIA_SECRET_PREVIOUS: 'the previous secret',
  SMTP_URL: 'smtps://user:secret@mail.example',
  DATABASE_URL: 'postgres://app@db/portal',
  DATABASE_ADMIN_URL: 'postgres://owner@db/portal',
  AUTH_DATABASE_URL: 'postgres://auth@db/portal',
  NODE_OPTIONS: '--inspect',
};

describe('serviceEnv', () => {
  const envs = Object.fromEntries(
    serviceNames.map((name) => [
      name,
      serviceEnv(name, operatorEnv, readSettings(operatorEnv), backing, 4000),
    ]),
  );
  const servicesWith = (variable: string) =>
    serviceNames.filter((name) => envs[name]?.[variable] !== undefined);

  it.each([
    ['LOG_LEVEL', [...serviceNames]],
    ['REDIS_URL', ['auth-service', 'gateway']],
    ['RPC_REDIS_URL', ['auth-service', 'media-service', 'analytics-service', 'gateway']],
    ['INTERNAL_PORT', [...serviceNames]],
    ['DATABASE_URL', ['auth-service', 'media-service', 'media-worker', 'analytics-service', 'notifier']],
    ['DATABASE_ADMIN_URL', []],
    ['NODE_OPTIONS', []],
    ['UPLOAD_PASSWORD', ['auth-service']],
    ['SESSION_SECRET', ['gateway']],
    ['HOST', ['gateway']],
    ['PORT', ['gateway']],
    ['WEB_DIST_DIR', ['gateway']],
    ['MEDIA_SECRET', ['media-service', 'media-worker']],
    ['MEDIA_SECRET_PREVIOUS', ['media-service', 'media-worker']],
    ['S3_SECRET_ACCESS_KEY', ['media-service', 'media-worker']],
    ['FFMPEG_PATH', ['media-worker']],
    ['OUTBOX_SECRET', ['auth-service', 'notifier']],
    ['SMTP_URL', ['notifier']],
  ])('passes %s only to %j', (variable, names) => {
    expect(servicesWith(variable)).toEqual(names);
  });

  it.each([
    [{ HOST: '127.0.0.1', PORT: '3100' }, 'http://127.0.0.1:3100'],
    [{ HOST: '::1', PORT: '3100' }, 'http://[::1]:3100'],
    [{ HOST: '0.0.0.0', PORT: '3100' }, undefined],
    [{ PUBLIC_ORIGIN: 'https://preview.example.com' }, 'https://preview.example.com'],
  ])('passes the URL of the portal to the notifier: %j', (env, url) => {
    expect(serviceEnv('notifier', env, readSettings(env), backing, 4000)['PUBLIC_ORIGIN']).toBe(url);
  });

  it.each([
    ['auth-service', 'auth'],
    ['analytics-service', 'analytics'],
    ['media-service', 'media'],
    ['media-worker', 'media-worker'],
    ['notifier', 'notifier'],
  ] as const)('passes each process the database URL of its own role: %s', (name, role) => {
    expect(envs[name]?.['DATABASE_URL']).toBe(`postgres://${role}@db/portal`);
    expect(Object.keys(envs[name] ?? {}).filter((key) => key.endsWith('_DATABASE_URL'))).toEqual([]);
  });

  it('makes the path of a file absolute', () => {
    expect(envs['gateway']?.['TERMS_FILE']).toBe(resolve('terms.txt'));
  });
});
