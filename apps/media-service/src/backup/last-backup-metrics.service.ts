import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { GaugeSources, type Logger, metric, sharedRead } from '@secure-preview/service-kit';
import { LOGGER } from '../environment.js';
import { LastBackupRepository } from './last-backup.repository.js';

/**
 * Functions that return the Unix time of the last complete backup, in seconds. They return undefined while Postgres is
 * unavailable, which removes the series.
 */
const sources = new GaugeSources<() => Promise<number | undefined>>();

metric.gauge(
  'portal_last_backup_timestamp_seconds',
  'Unix time of the last complete backup, 0 if there is none; identical in every media-service process.',
  [],
  async (gauge) => {
    gauge.remove();
    for (const [, read] of sources) {
      const seconds = await read();
      if (seconds !== undefined) gauge.set(seconds);
    }
  },
);

/** Exports the time of the last complete backup, which `portal backup` stores. */
@Injectable()
export class LastBackupMetricsService implements OnModuleDestroy {
  private readonly unwatch: () => void;

  constructor(backups: LastBackupRepository, @Inject(LOGGER) logger: Logger) {
    const read = () =>
      backups
        .completedAt()
        .then((time) => (time?.getTime() ?? 0) / 1000)
        .catch((error: unknown) => {
          logger.debug({ err: error }, 'the last backup could not be read');
          return undefined;
        });
    this.unwatch = sources.add('media', sharedRead(read));
  }

  onModuleDestroy(): void {
    this.unwatch();
  }
}
