import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identify, urlsOf } from '@secure-preview/embedded';
import { mailSettingsOf, type RunState, writeRunState } from '../supervisor/run-state.js';
import { findBackends } from './backends.js';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'backends-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Writes the state of a portal that runs as this process, started with `env`. */
function running(env: NodeJS.ProcessEnv): void {
  const state: RunState = {
    supervisor: identify(process.pid) ?? { pid: process.pid, startedAt: '' },
    url: 'http://127.0.0.1:3000',
    ready: true,
    databaseUrls: urlsOf((role) => `postgres://${role}@127.0.0.1/portal`),
    databaseAdminUrl: 'postgres://owner@127.0.0.1/portal',
    redisUrl: 'redis://127.0.0.1:6379',
    rpcRedisUrl: 'redis://127.0.0.1:6380',
    s3Endpoint: 'http://127.0.0.1:9000',
    processes: {},
    internalPorts: {},
    mail: mailSettingsOf(env),
  };
  writeRunState(dataDir, state);
}

const found = async (env: NodeJS.ProcessEnv) =>
  (await findBackends({ PORTAL_DATA_DIR: dataDir, ...env }, { need: 'all', isRestore: false })).env;

it('gives the doctor the settings of mails with which the running portal was started', async () => {
  running({ MAIL_FROM: 'portal@example.com', MAIL_DKIM_SELECTOR: 'mail', SMTP_URL: 'smtp://a:secret@b' });
  const env = await found({ MAIL_FROM: '' });
  expect(env).toMatchObject({ MAIL_FROM: 'portal@example.com', MAIL_DKIM_SELECTOR: 'mail' });
  expect(env).not.toHaveProperty('SMTP_URL');
  expect(await found({ MAIL_FROM: 'own@example.com' })).toMatchObject({ MAIL_FROM: 'own@example.com' });
});

it('finds a portal without mails', async () => {
  running({});
  expect(await found({})).not.toHaveProperty('MAIL_FROM');
});

it('gives commands that read objects what decrypts them', async () => {
  running({});
  const purpose = { need: 'object-store', isRestore: false } as const;
  const { env } = await findBackends({ PORTAL_DATA_DIR: dataDir, MEDIA_SECRET: 'the secret' }, purpose);
  expect(env).toMatchObject({ S3_ENDPOINT: 'http://127.0.0.1:9000', MEDIA_SECRET: 'the secret' });
  expect(env).not.toHaveProperty('DATABASE_ADMIN_URL');
});
