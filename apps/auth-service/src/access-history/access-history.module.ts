import { Module } from '@nestjs/common';
import { AccessHistoryRepository } from './access-history.repository.js';
import { AccessHistoryRpcController } from './access-history.rpc.controller.js';
import { AccessHistoryService } from './access-history.service.js';

@Module({
  controllers: [AccessHistoryRpcController],
  providers: [AccessHistoryService, AccessHistoryRepository],
})
export class AccessHistoryModule {}
