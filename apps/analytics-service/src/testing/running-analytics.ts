import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createLogger, type Logger } from '@secure-preview/service-kit';
import { runMigrations } from '@secure-preview/service-kit/postgres';
import { startTestPostgres, type TestDatabase, type TestPostgres } from '@secure-preview/testing';
import { DataSource } from 'typeorm';
import { appModule } from '../app.module.js';
import { ANALYTICS_SCHEMA, analyticsMigrations } from '../database/data-source.js';
import { OUTBOX_SCHEMA, outboxMigrations } from '../database/outbox/data-source.js';

/** A database for the tests of this service, and replicas of the service that share it. */
export interface RunningAnalytics {
  readonly postgres: TestPostgres;
  readonly database: TestDatabase;
  /** Connection as the owner of the tables, for statements that are denied to the application. */
  readonly owner: DataSource;
  /** Starts another replica of the service in this process. */
  replica(): Promise<INestApplicationContext>;
  stop(): Promise<void>;
}

export const logger: Logger = createLogger({ service: 'analytics-test', level: 'silent' });

export async function startAnalytics(): Promise<RunningAnalytics> {
  const postgres = await startTestPostgres();
  const database = await postgres.createDatabase();
  const { adminUrl, appUrl } = database;
  await runMigrations({
    adminUrl,
    appUrl,
    schema: ANALYTICS_SCHEMA,
    migrations: analyticsMigrations,
    logger,
  });
  await runMigrations({
    adminUrl,
    appUrl: database.urlOf('notifier'),
    writerUrls: { analytics: appUrl },
    schema: OUTBOX_SCHEMA,
    migrations: outboxMigrations,
    logger,
  });
  const owner = await new DataSource({ type: 'postgres', url: adminUrl }).initialize();
  const replicas: INestApplicationContext[] = [];
  return {
    postgres,
    database,
    owner,
    replica: async () => {
      const app = await NestFactory.createApplicationContext(appModule({ DATABASE_URL: appUrl }), {
        logger: false,
      });
      replicas.push(app);
      return app;
    },
    stop: async () => {
      await Promise.all(replicas.map((app) => app.close()));
      await owner.destroy();
      await postgres.stop();
    },
  };
}
