import { Module } from '@nestjs/common';
import { LastBackupRepository } from './last-backup.repository.js';
import { LastBackupMetricsService } from './last-backup-metrics.service.js';

@Module({ providers: [LastBackupMetricsService, LastBackupRepository] })
export class BackupModule {}
