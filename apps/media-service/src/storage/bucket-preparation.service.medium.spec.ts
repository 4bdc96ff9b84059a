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

/** The state of the bucket as a service of this setting tells it. */
async function start(S3_BUCKET: string): Promise<() => string> {
  const module = appModule({ ...servers.environment, S3_BUCKET }, testLogger);
  app = await NestFactory.createApplicationContext(module, { logger: nestLogger(testLogger) });
  const preparation = app.get(BucketPreparationService, { strict: false });
  return () => preparation.describe();
}
const exists = (S3_BUCKET: string) => new S3ObjectStore({ ...servers.environment, S3_BUCKET }).hasBucket();

it('makes the bucket of a portal that keeps nothing yet', async () => {
  const state = await start('first');
  await until(() => state() === 'ok', { what: 'the bucket' });
  expect(await exists('first')).toBe(true);
});

it('makes none where objects are kept, and goes on once the right one is there', async () => {
  await servers.withAdmin((admin) =>
    admin.query('INSERT INTO media.stored_object (key) VALUES ($1)', [randomObjectKey()]),
  );
  const state = await start('mistyped');
  await until(() => state() === 'The bucket mistyped does not exist.', { what: 'the bucket to be missed' });
  expect(await exists('mistyped')).toBe(false);
  await new S3ObjectStore(
    { ...servers.environment, S3_BUCKET: 'mistyped' },
    async () => true,
  ).prepareBucket();
  await until(() => state() === 'ok', { what: 'the bucket' });
});
