import type { INestApplicationContext } from '@nestjs/common';
import type { Readiness } from '@secure-preview/service-kit';
import { schemaReadiness } from './database/schema-readiness.js';
import { WorkerRunner } from './jobs/worker-runner.js';
import { MediaPrograms } from './processing/ffmpeg/media-programs.js';
import { BucketPreparation } from './storage/bucket-preparation.js';

/** State of everything the service needs: a current schema, the bucket and, for a worker, the queue and ffmpeg. */
export function mediaReadiness(app: INestApplicationContext, withWorker: boolean): () => Promise<Readiness> {
  return async () => ({
    postgres: await schemaReadiness(app),
    objectStorage: app.get(BucketPreparation).describe(),
    ...(withWorker ? await workerReadiness(app) : {}),
  });
}

async function workerReadiness(app: INestApplicationContext): Promise<Readiness> {
  return {
    jobs: app.get(WorkerRunner, { strict: false }).describe(),
    programs: await app.get(MediaPrograms, { strict: false }).describe(),
  };
}
