import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { PostgresViewingRepository } from './persistence/postgres-viewing.repository.js';
import { PostgresWatchStatsRepository } from './persistence/postgres-watch-stats.repository.js';
import { ViewingRepository } from './viewing.repository.js';
import { ViewingRpcController } from './viewing.rpc.controller.js';
import { ViewingService } from './viewing.service.js';
import { WatchStatsRepository } from './watch-stats.repository.js';

@Module({
  imports: [AccessLogModule],
  controllers: [ViewingRpcController],
  providers: [
    ViewingService,
    { provide: ViewingRepository, useClass: PostgresViewingRepository },
    { provide: WatchStatsRepository, useClass: PostgresWatchStatsRepository },
  ],
  exports: [WatchStatsRepository],
})
export class ViewingModule {}
