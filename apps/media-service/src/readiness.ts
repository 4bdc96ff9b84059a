import type { INestApplicationContext } from '@nestjs/common';
import type { Checks } from '@secure-preview/service-kit';
import { schemaReadiness } from './database/schema-readiness.js';
import { WorkerRunner } from './jobs/worker-runner.js';
import { MediaPrograms } from './processing/ffmpeg/media-programs.js';
import { BucketPreparation } from './storage/bucket-preparation.js';

/** State of everything the service needs: a current schema, the bucket and, for a worker, the queue and ffmpeg. */
export function mediaReadiness(app: INestApplicationContext, withWorker: boolean): Checks {
  return {
    postgres: () => schemaReadiness(app),
    objectStorage: () => app.get(BucketPreparation).describe(),
    ...(withWorker ? workerReadiness(app) : {}),
  };
}

const workerReadiness = (app: INestApplicationContext): Checks => ({
  jobs: () => app.get(WorkerRunner, { strict: false }).describe(),
  programs: () => app.get(MediaPrograms, { strict: false }).describe(),
});
