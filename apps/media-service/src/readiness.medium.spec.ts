import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { nestLogger, statesOf } from '@secure-preview/service-kit';
import { until } from '@secure-preview/testing';
import { appModule } from './app.module.js';
import { readinessOf } from './readiness.js';
import { BucketPreparationService } from './storage/bucket-preparation.service.js';
import { randomObjectKey } from './storage/object-key.js';
import { S3ObjectStore } from './storage/s3/s3-object-store.js';
import { MediaApp } from './testing/media-app.js';
import { type MediaServers, startMediaServers, testLogger } from './testing/media-servers.js';

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

describe('the bucket', () => {
  let context: INestApplicationContext | undefined;
  afterEach(() => context?.close());

  /** Starts a service with this bucket, and returns a function that reports the state of the bucket. */
  async function start(S3_BUCKET: string): Promise<() => string> {
    const module = appModule({ ...servers.environment, MEDIA_ROLE: 'api', S3_BUCKET }, testLogger);
    context = await NestFactory.createApplicationContext(module, { logger: nestLogger(testLogger) });
    const preparation = context.get(BucketPreparationService, { strict: false });
    return () => preparation.describe();
  }
  const exists = (S3_BUCKET: string) => new S3ObjectStore({ ...servers.environment, S3_BUCKET }).hasBucket();

  it('creates the bucket when the database lists no objects yet', async () => {
    const state = await start('first');
    await until(() => state() === 'ok', { what: 'the bucket' });
    expect(await exists('first')).toBe(true);
  });

  it('creates no bucket when the database lists objects, and recovers once the bucket exists', async () => {
    await servers.withAdmin((admin) =>
      admin.query('INSERT INTO media.stored_objects (key) VALUES ($1)', [randomObjectKey()]),
    );
    const state = await start('mistyped');
    await until(() => state() === 'The bucket mistyped does not exist.', {
      what: 'the missing bucket to be reported',
    });
    expect(await exists('mistyped')).toBe(false);
    await new S3ObjectStore(
      { ...servers.environment, S3_BUCKET: 'mistyped' },
      async () => true,
    ).prepareBucket();
    await until(() => state() === 'ok', { what: 'the bucket' });
  });
});
