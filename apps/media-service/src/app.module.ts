import { Module, type Type } from '@nestjs/common';
import { type Logger, settingsModule } from '@secure-preview/service-kit';
import { databaseModule } from '@secure-preview/service-kit/postgres';
import { BackupModule } from './backup/backup.module.js';
import { CaptionsModule } from './captions/captions.module.js';
import { mediaDataSource } from './database/data-source.js';
import { LOGGER, MEDIA_ENVIRONMENT, type MediaEnvironment } from './environment.js';
import { GateImagesModule } from './gate-images/gate-images.module.js';
import { LeakCasesModule } from './identification/cases/leak-cases.module.js';
import { JobQueueRepository } from './job-queue/job-queue.repository.js';
import { JobQueueMetricsService } from './job-queue/job-queue-metrics.service.js';
import { JobsModule } from './jobs/jobs.module.js';
import { PlaybackModule } from './playback/playback.module.js';
import { SecretsModule } from './secrets/secrets.module.js';
import { StorageModule } from './storage/storage.module.js';
import { TrailersModule } from './trailers/trailers.module.js';
import { UploadsModule } from './uploads/uploads.module.js';

const api = [
  UploadsModule,
  TrailersModule,
  CaptionsModule,
  PlaybackModule,
  GateImagesModule,
  LeakCasesModule,
  BackupModule,
];
const roles = {
  api,
  worker: [JobsModule],
  both: [...api, JobsModule],
};

/** Builds the application module for the role in `MEDIA_ROLE`. */
export function appModule(environment: MediaEnvironment, logger: Logger): Type {
  @Module({
    imports: [
      settingsModule([
        { provide: MEDIA_ENVIRONMENT, useValue: environment },
        { provide: LOGGER, useValue: logger },
      ]),
      databaseModule(mediaDataSource(environment.DATABASE_URL)),
      StorageModule,
      SecretsModule,
      ...roles[environment.MEDIA_ROLE],
    ],
    providers: [JobQueueRepository, JobQueueMetricsService],
  })
  class AppModule {}
  return AppModule;
}
