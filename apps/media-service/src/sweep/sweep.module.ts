import { Module } from '@nestjs/common';
import { DiskAlertRepository } from './disk-alert.repository.js';
import { DiskWatchService } from './disk-watch.service.js';
import { RetentionRepository } from './retention.repository.js';
import { SweeperService } from './sweeper.service.js';

@Module({
  providers: [SweeperService, RetentionRepository, DiskWatchService, DiskAlertRepository],
  exports: [SweeperService, DiskWatchService],
})
export class SweepModule {}
