import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { statesOf } from '@secure-preview/service-kit';
import { until } from '@secure-preview/testing';
import { mediaReadiness } from './readiness.js';
import { MediaApp } from './testing/media-app.js';
import { type MediaServers, startMediaServers } from './testing/media-servers.js';

/** This table alone decides whether the schema counts as complete. */
const KEEP = 'CREATE TABLE public.kept AS SELECT * FROM media.schema_migrations';
const RESTORE = `DELETE FROM media.schema_migrations; INSERT INTO media.schema_migrations SELECT * FROM public.kept;
  DROP TABLE public.kept`;

let servers: MediaServers;
beforeAll(async () => {
  servers = await startMediaServers();
});
afterAll(() => servers?.stop());

it('is reported when everything that is needed is available', async () => {
  const app = await MediaApp.start(servers.environment);
  try {
    const ready = () => statesOf(mediaReadiness(app.context, true));
    await until(async () => (await ready())['jobs'] === 'ok', { what: 'the queue' });
    expect(await ready()).toEqual({ postgres: 'ok', objectStorage: 'ok', jobs: 'ok', programs: 'ok' });
  } finally {
    await app.close();
  }
});

it('is withheld while the store hangs, although the bucket was created before', async () => {
  const app = await MediaApp.start(servers.environment);
  const storage = async () => (await statesOf(mediaReadiness(app.context, false)))['objectStorage'];
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

it('is withheld on an older schema, or without ffprobe', async () => {
  const app = await MediaApp.start({ ...servers.environment, FFPROBE_PATH: '/no/ffprobe' });
  try {
    await servers.postgres.restart();
    const ready = () => statesOf(mediaReadiness(app.context, true));
    await until(async () => (await ready())['postgres'] === 'ok', { what: 'the database' });
    expect(await ready()).toMatchObject({ programs: '/no/ffprobe cannot be run' });
    await servers.withAdmin((admin) => admin.query(`${KEEP}; DELETE FROM media.schema_migrations`));
    expect((await ready())['postgres']).toMatch(/migrations are missing: CreateMedia/);
  } finally {
    await app.close();
    await servers.withAdmin((admin) => admin.query(RESTORE));
  }
});

it('is withheld by a worker that starts on an older schema, and no job is taken', async () => {
  await servers.withAdmin((admin) =>
    admin.query(`${KEEP}; DELETE FROM media.schema_migrations WHERE name LIKE 'CreateMedia%'`),
  );
  const app = await MediaApp.start(servers.environment);
  const jobs = async () => (await statesOf(mediaReadiness(app.context, true)))['jobs'];
  try {
    await until(async () => /migrations are missing: CreateMedia/.test((await jobs()) ?? ''), {
      what: 'the worker to look at its schema',
    });
    await servers.withAdmin((admin) => admin.query(RESTORE));
    await until(async () => (await jobs()) === 'ok', { what: 'the queue' });
  } finally {
    await app.close();
  }
});
