import type { INestApplicationContext } from '@nestjs/common';
import type { Readiness } from '@secure-preview/service-kit';
import { schemaReadiness } from './database/schema-readiness.js';
import { WorkerRunner } from './jobs/worker-runner.js';
import { BucketPreparation } from './storage/bucket-preparation.js';

/** State of everything the service needs: a current schema, the bucket and, for a worker, the queue. */
export function mediaReadiness(app: INestApplicationContext, withWorker: boolean): () => Promise<Readiness> {
  return async () => ({
    postgres: await schemaReadiness(app),
    objectStorage: app.get(BucketPreparation).describe(),
    ...(withWorker ? { jobs: app.get(WorkerRunner, { strict: false }).describe() } : {}),
  });
}
