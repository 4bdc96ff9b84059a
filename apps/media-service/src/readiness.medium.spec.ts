import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { statesOf } from '@secure-preview/service-kit';
import { until } from '@secure-preview/testing';
import { readinessOf } from './readiness.js';
import { MediaApp } from './testing/media-app.js';
import { type MediaServers, startMediaServers } from './testing/media-servers.js';

/** Only the rows of `media.schema_migrations` determine whether the schema counts as complete. */
const SAVE_MIGRATIONS = 'CREATE TABLE public.saved_migrations AS SELECT * FROM media.schema_migrations';
const RESTORE_MIGRATIONS = `DELETE FROM media.schema_migrations;
  INSERT INTO media.schema_migrations SELECT * FROM public.saved_migrations;
  DROP TABLE public.saved_migrations`;

let servers: MediaServers;
beforeAll(async () => {
  servers = await startMediaServers();
});
afterAll(() => servers?.stop());

it('reports that every dependency is available', async () => {
  const app = await MediaApp.start(servers.environment);
  try {
    const ready = () => statesOf(readinessOf(app.context, true));
    await until(async () => (await ready())['jobs'] === 'ok', { what: 'the queue' });
    expect(await ready()).toEqual({ postgres: 'ok', objectStorage: 'ok', jobs: 'ok', programs: 'ok' });
  } finally {
    await app.close();
  }
});

it('reports an outage while the store hangs, although the bucket exists', async () => {
  const app = await MediaApp.start(servers.environment);
  const storage = async () => (await statesOf(readinessOf(app.context, false)))['objectStorage'];
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket));
  try {
    await servers.store.kill9();
    await once(silent.listen(Number(new URL(servers.store.endpoint).port), '127.0.0.1'), 'listening');
    await until(async () => (await storage()) !== 'ok', { deadlineMs: 60_000, what: 'the outage' });
  } finally {
    silent.close();
    for (const socket of sockets) socket.destroy();
    await servers.store.restart();
  }
  await until(async () => (await storage()) === 'ok', { deadlineMs: 60_000, what: 'the store' });
  await app.close();
});

it('reports missing migrations and a missing ffprobe', async () => {
  const app = await MediaApp.start({ ...servers.environment, FFPROBE_PATH: '/no/ffprobe' });
  try {
    await servers.postgres.restart();
    const ready = () => statesOf(readinessOf(app.context, true));
    await until(async () => (await ready())['postgres'] === 'ok', { what: 'the database' });
    expect(await ready()).toMatchObject({ programs: '/no/ffprobe cannot be run' });
    await servers.withAdmin((admin) =>
      admin.query(`${SAVE_MIGRATIONS}; DELETE FROM media.schema_migrations`),
    );
    expect((await ready())['postgres']).toMatch(/migrations are missing: CreateMedia/);
  } finally {
    await app.close();
    await servers.withAdmin((admin) => admin.query(RESTORE_MIGRATIONS));
  }
});

it('takes no jobs on an older schema until its migrations have run', async () => {
  await servers.withAdmin((admin) =>
    admin.query(`${SAVE_MIGRATIONS}; DELETE FROM media.schema_migrations WHERE name LIKE 'CreateMedia%'`),
  );
  const app = await MediaApp.start(servers.environment);
  const jobs = async () => (await statesOf(readinessOf(app.context, true)))['jobs'];
  try {
    await until(async () => /migrations are missing: CreateMedia/.test((await jobs()) ?? ''), {
      what: 'the worker to check its schema',
    });
    await servers.withAdmin((admin) => admin.query(RESTORE_MIGRATIONS));
    await until(async () => (await jobs()) === 'ok', { what: 'the queue' });
  } finally {
    await app.close();
  }
});
