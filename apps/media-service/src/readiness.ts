import type { INestApplicationContext } from '@nestjs/common';
import type { Checks } from '@secure-preview/service-kit';
import { schemaOf } from './database/schema.js';
import { WorkerRunnerService } from './jobs/worker-runner.service.js';
import { MediaPrograms } from './processing/ffmpeg/media-programs.js';
import { BucketPreparationService } from './storage/bucket-preparation.service.js';

/**
 * Returns checks of everything the service needs: a current schema, the bucket and, for a worker, the queue
 * and ffmpeg.
 */
export function readinessOf(app: INestApplicationContext, withWorker: boolean): Checks {
  return {
    postgres: () => schemaOf(app),
    objectStorage: () => app.get(BucketPreparationService).describe(),
    ...(withWorker ? workerReadiness(app) : {}),
  };
}

const workerReadiness = (app: INestApplicationContext): Checks => ({
  jobs: () => app.get(WorkerRunnerService, { strict: false }).describe(),
  programs: () => app.get(MediaPrograms, { strict: false }).describe(),
});
