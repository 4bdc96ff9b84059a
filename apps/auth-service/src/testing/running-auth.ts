import 'reflect-metadata';
import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createLogger } from '@secure-preview/service-kit';
import { runMigrations } from '@secure-preview/service-kit/postgres';
import {
  startTestPostgres,
  startTestRedis,
  type TestPostgres,
  type TestRedis,
} from '@secure-preview/testing';
import {
  OUTBOX_SCHEMA,
  outboxMigrations,
} from '../../../analytics-service/src/database/outbox/data-source.js';
import { appModule } from '../app.module.js';
import { AUTH_SCHEMA, authMigrations } from '../database/data-source.js';
import { type AuthEnvironment, authEnvironment } from '../environment.js';

/** Test servers and replicas of this service, which share one database. */
export interface RunningAuth {
  readonly postgres: TestPostgres;
  readonly redis: TestRedis;
  readonly databaseUrl: string;
  /** URL of the role that owns all tables, for checks of the outbox. */
  readonly ownerUrl: string;
  /** Starts another replica of the service in this process. */
  replica(settings?: Partial<AuthEnvironment>): Promise<INestApplicationContext>;
  stop(): Promise<void>;
}

export const logger = createLogger({ service: 'auth-test', level: 'silent' });

/** Secret of the outbox in tests. */
export const OUTBOX_SECRET = 'secret of the outbox in all tests';

/** Creates the schema of the outbox, which belongs to analytics-service. */
export const createOutbox = (urls: { adminUrl: string; appUrl: string; notifierUrl: string }) =>
  runMigrations({
    adminUrl: urls.adminUrl,
    appUrl: urls.notifierUrl,
    writerUrls: { auth: urls.appUrl },
    schema: OUTBOX_SCHEMA,
    migrations: outboxMigrations,
    logger,
  });

export async function startAuth(): Promise<RunningAuth> {
  const [postgres, redis] = await Promise.all([startTestPostgres(), startTestRedis()]);
  const { adminUrl, appUrl, urlOf } = await postgres.createDatabase();
  await runMigrations({ adminUrl, appUrl, schema: AUTH_SCHEMA, migrations: authMigrations, logger });
  await createOutbox({ adminUrl, appUrl, notifierUrl: urlOf('notifier') });
  const replicas: INestApplicationContext[] = [];
  return {
    postgres,
    redis,
    databaseUrl: appUrl,
    ownerUrl: adminUrl,
    replica: async (settings) => {
      const defaults = authEnvironment.parse({
        DATABASE_URL: appUrl,
        REDIS_URL: redis.url,
        RPC_REDIS_URL: redis.url,
      });
      const environment = { ...defaults, UPLOAD_PASSWORD: 'the first password', OUTBOX_SECRET, ...settings };
      const app = await NestFactory.createApplicationContext(appModule(environment, logger), {
        logger: false,
      });
      replicas.push(app);
      return app;
    },
    stop: async () => {
      await Promise.all(replicas.map((app) => app.close()));
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}
