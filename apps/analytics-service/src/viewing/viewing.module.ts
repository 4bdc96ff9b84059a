import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { PostgresViewingRepository } from './persistence/postgres-viewing.repository.js';
import { PostgresWatchedRepository } from './persistence/postgres-watched.repository.js';
import { ViewingRepository } from './viewing.repository.js';
import { ViewingRpcController } from './viewing.rpc.controller.js';
import { ViewingService } from './viewing.service.js';
import { WatchedRepository } from './watched.repository.js';

@Module({
  imports: [AccessLogModule],
  controllers: [ViewingRpcController],
  providers: [
    ViewingService,
    { provide: ViewingRepository, useClass: PostgresViewingRepository },
    { provide: WatchedRepository, useClass: PostgresWatchedRepository },
  ],
  exports: [WatchedRepository],
})
export class ViewingModule {}
