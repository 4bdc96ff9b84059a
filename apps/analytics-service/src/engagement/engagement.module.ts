import { Module } from '@nestjs/common';
import { EngagementRepository } from './engagement.repository.js';
import { EngagementRpcController } from './engagement.rpc.controller.js';

@Module({ controllers: [EngagementRpcController], providers: [EngagementRepository] })
export class EngagementModule {}
