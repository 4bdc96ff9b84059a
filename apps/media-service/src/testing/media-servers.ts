import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ObjectStore, startObjectStore } from '@secure-preview/object-store';
import { createLogger, loadEnvironment } from '@secure-preview/service-kit';
import { runMigrations } from '@secure-preview/service-kit/postgres';
import { findFfmpeg, startTestPostgres, type TestDatabase, type TestPostgres } from '@secure-preview/testing';
import { MEDIA_SCHEMA, mediaMigrations } from '../database/data-source.js';
import { installJobsSchema } from '../database/jobs-schema.js';
import { type MediaEnvironment, mediaEnvironment } from '../environment.js';

const storeIdentity = { accessKeyId: 'test-key', secretAccessKey: 'test-secret-key', region: 'us-east-1' };

export interface MediaServers {
  readonly postgres: TestPostgres;
  readonly database: TestDatabase;
  /** Variables that a process of media-service would be given. */
  readonly variables: Record<string, string>;
  readonly environment: MediaEnvironment;
  /** Takes the object store away, and brings it back on the same port. */
  readonly store: { stop(): Promise<void>; start(): Promise<void> };
  readonly programs: { ffmpeg: string; ffprobe: string };
  stop(): Promise<void>;
}

export const testLogger = createLogger({ service: 'media', level: process.env['TEST_LOG'] ?? 'silent' });

/** A migrated database, an object store and ffmpeg. */
export async function startMediaServers(more: Record<string, string> = {}): Promise<MediaServers> {
  const dataDir = await mkdtemp(join(tmpdir(), 'media-store-'));
  const host = '127.0.0.1';
  const programs = await findFfmpeg();
  const postgres = await startTestPostgres();
  const database = await postgres.createDatabase();
  let store: ObjectStore = await startObjectStore({ ...storeIdentity, dataDir, host, port: 0 });
  const { port } = store;
  await runMigrations({
    adminUrl: database.adminUrl,
    appUrl: database.appUrl,
    schema: MEDIA_SCHEMA,
    migrations: mediaMigrations,
    afterwards: installJobsSchema,
    logger: testLogger,
  });
  const variables = {
    DATABASE_URL: database.appUrl,
    REDIS_URL: 'redis://127.0.0.1:1',
    S3_ENDPOINT: `http://${host}:${port}`,
    S3_BUCKET: 'portal',
    S3_ACCESS_KEY_ID: storeIdentity.accessKeyId,
    S3_SECRET_ACCESS_KEY: storeIdentity.secretAccessKey,
    FFMPEG_PATH: programs.ffmpeg,
    FFPROBE_PATH: programs.ffprobe,
    LOG_LEVEL: 'silent',
    ...more,
  };
  return {
    postgres,
    database,
    variables,
    programs,
    environment: loadEnvironment(mediaEnvironment, variables),
    store: {
      stop: () => store.close(),
      start: async () => {
        store = await startObjectStore({ ...storeIdentity, dataDir, host, port });
      },
    },
    stop: async () => {
      await store.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
