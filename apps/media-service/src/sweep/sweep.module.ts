import { Module } from '@nestjs/common';
import { PostgresRetentionRepository } from './persistence/postgres-retention.repository.js';
import { RetentionRepository } from './retention.repository.js';
import { SweeperService } from './sweeper.service.js';

@Module({
  providers: [SweeperService, { provide: RetentionRepository, useClass: PostgresRetentionRepository }],
  exports: [SweeperService],
})
export class SweepModule {}
