import { Module, type Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Logger } from '@secure-preview/service-kit';
import { BackupModule } from './backup/backup.module.js';
import { CaptionsModule } from './captions/captions.module.js';
import { mediaDataSource } from './database/data-source.js';
import { LOGGER, MEDIA_ENVIRONMENT, type MediaEnvironment } from './environment.js';
import { JobQueueRepository } from './job-queue/job-queue.repository.js';
import { JobQueueMetricsService } from './job-queue/job-queue-metrics.service.js';
import { JobsModule } from './jobs/jobs.module.js';
import { PlaybackModule } from './playback/playback.module.js';
import { SecretsModule } from './secrets/secrets.module.js';
import { settingsModule } from './settings.module.js';
import { StorageModule } from './storage/storage.module.js';
import { TrailersModule } from './trailers/trailers.module.js';
import { UploadsModule } from './uploads/uploads.module.js';

/** Number of attempts to reach Postgres at start, one per second. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

const roles = {
  api: [UploadsModule, TrailersModule, CaptionsModule, PlaybackModule, BackupModule],
  worker: [JobsModule],
  both: [UploadsModule, TrailersModule, CaptionsModule, PlaybackModule, BackupModule, JobsModule],
};

/** Builds the application module for the role in `MEDIA_ROLE`. */
export function appModule(environment: MediaEnvironment, logger: Logger): Type {
  @Module({
    imports: [
      settingsModule([
        { provide: MEDIA_ENVIRONMENT, useValue: environment },
        { provide: LOGGER, useValue: logger },
      ]),
      TypeOrmModule.forRoot({
        ...mediaDataSource(environment.DATABASE_URL),
        retryAttempts: UNLIMITED,
        retryDelay: 1000,
      }),
      StorageModule,
      SecretsModule,
      ...roles[environment.MEDIA_ROLE],
    ],
    providers: [JobQueueRepository, JobQueueMetricsService],
  })
  class AppModule {}
  return AppModule;
}
