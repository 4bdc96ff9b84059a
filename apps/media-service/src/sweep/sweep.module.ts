import { Module } from '@nestjs/common';
import { RetentionRepository } from './retention.repository.js';
import { SweeperService } from './sweeper.service.js';

@Module({
  providers: [SweeperService, RetentionRepository],
  exports: [SweeperService],
})
export class SweepModule {}
