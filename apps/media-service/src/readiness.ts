import type { INestApplicationContext } from '@nestjs/common';
import type { Readiness } from '@secure-preview/service-kit';
import { schemaState } from '@secure-preview/service-kit/postgres';
import { DataSource } from 'typeorm';
import { MEDIA_SCHEMA, mediaMigrations } from './database/data-source.js';
import { WorkerRunner } from './jobs/worker-runner.js';
import { BucketPreparation } from './storage/bucket-preparation.js';

/** State of everything the service needs: a current schema, the bucket and, for a worker, the queue. */
export function mediaReadiness(app: INestApplicationContext, withWorker: boolean): () => Promise<Readiness> {
  const dataSource = app.get(DataSource);
  return async () => ({
    postgres: await schemaState(dataSource, MEDIA_SCHEMA, mediaMigrations).catch(() => 'cannot be reached'),
    objectStorage: app.get(BucketPreparation).describe(),
    ...(withWorker ? { jobs: app.get(WorkerRunner, { strict: false }).describe() } : {}),
  });
}
