import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { ViewingRepository } from './viewing.repository.js';
import { ViewingRpcController } from './viewing.rpc.controller.js';
import { ViewingService } from './viewing.service.js';
import { WatchStatsRepository } from './watch-stats.repository.js';

@Module({
  imports: [AccessLogModule],
  controllers: [ViewingRpcController],
  providers: [ViewingService, ViewingRepository, WatchStatsRepository],
  exports: [WatchStatsRepository],
})
export class ViewingModule {}
