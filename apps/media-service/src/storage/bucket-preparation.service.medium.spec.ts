import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { nestLogger } from '@secure-preview/service-kit';
import { until } from '@secure-preview/testing';
import { appModule } from '../app.module.js';
import { type MediaServers, startMediaServers, testLogger } from '../testing/media-servers.js';
import { BucketPreparationService } from './bucket-preparation.service.js';
import { randomObjectKey } from './object-key.js';
import { S3ObjectStore } from './s3/s3-object-store.js';

let servers: MediaServers;
let app: INestApplicationContext | undefined;

beforeAll(async () => {
  servers = await startMediaServers({ MEDIA_ROLE: 'api' });
});
afterEach(() => app?.close());
afterAll(() => servers?.stop());

/** Starts a service with this bucket, and returns a function that reports the state of the bucket. */
async function start(S3_BUCKET: string): Promise<() => string> {
  const module = appModule({ ...servers.environment, S3_BUCKET }, testLogger);
  app = await NestFactory.createApplicationContext(module, { logger: nestLogger(testLogger) });
  const preparation = app.get(BucketPreparationService, { strict: false });
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
