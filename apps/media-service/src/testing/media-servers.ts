import { createLogger, loadEnvironment } from '@secure-preview/service-kit';
import { runMigrations } from '@secure-preview/service-kit/postgres';
import {
  findFfmpeg,
  startTestObjectStore,
  startTestPostgres,
  type TestDatabase,
  type TestObjectStore,
  type TestPostgres,
} from '@secure-preview/testing';
import { Client } from 'pg';
import {
  OUTBOX_SCHEMA,
  outboxMigrations,
} from '../../../analytics-service/src/database/outbox/data-source.js';
import { MEDIA_SCHEMA, mediaMigrations } from '../database/data-source.js';
import { installJobsSchema } from '../database/jobs-schema.js';
import { type MediaEnvironment, mediaEnvironment } from '../environment.js';

export interface MediaServers {
  readonly postgres: TestPostgres;
  readonly database: TestDatabase;
  readonly store: TestObjectStore;
  readonly programs: { ffmpeg: string; ffprobe: string };
  /** Environment variables of a media-service process. */
  readonly variables: Record<string, string>;
  readonly environment: MediaEnvironment;
  /** Environment variables of a worker process, which has its own database role. */
  readonly workerVariables: Record<string, string>;
  /** Runs SQL as the owner of the schema. */
  withAdmin<T>(work: (admin: Client) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

export const testLogger = createLogger({ service: 'media', level: process.env['TEST_LOG'] ?? 'silent' });

/** Starts a migrated database and an object store, and finds ffmpeg. */
export async function startMediaServers(more: Record<string, string> = {}): Promise<MediaServers> {
  const programs = await findFfmpeg();
  const postgres = await startTestPostgres();
  const database = await postgres.createDatabase();
  const store = await startTestObjectStore();
  await runMigrations({
    adminUrl: database.adminUrl,
    appUrl: database.urlOf('media'),
    workerUrl: database.urlOf('media-worker'),
    schema: MEDIA_SCHEMA,
    migrations: mediaMigrations,
    afterMigrations: installJobsSchema,
    logger: testLogger,
  });
  await runMigrations({
    adminUrl: database.adminUrl,
    appUrl: database.urlOf('notifier'),
    workerUrl: database.urlOf('media-worker'),
    writerUrls: { media: database.urlOf('media') },
    schema: OUTBOX_SCHEMA,
    migrations: outboxMigrations,
    logger: testLogger,
  });
  const variables = {
    DATABASE_URL: database.urlOf('media'),
    RPC_REDIS_URL: 'redis://127.0.0.1:1',
    S3_ENDPOINT: store.endpoint,
    S3_REGION: store.region,
    S3_BUCKET: store.bucket,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
    MEDIA_SECRET: 'media-secret-of-tests-32-characters',
    FFMPEG_PATH: programs.ffmpeg,
    FFPROBE_PATH: programs.ffprobe,
    LOG_LEVEL: 'silent',
    ...more,
  };
  return {
    postgres,
    database,
    store,
    programs,
    variables,
    environment: loadEnvironment(mediaEnvironment, variables),
    workerVariables: {
      ...variables,
      DATABASE_URL: database.urlOf('media-worker'),
      MEDIA_ROLE: 'worker',
    },
    withAdmin: async (work) => {
      const admin = new Client({ connectionString: database.adminUrl });
      await admin.connect();
      try {
        return await work(admin);
      } finally {
        await admin.end();
      }
    },
    stop: async () => {
      await store.stop();
      await postgres.stop();
    },
  };
}
