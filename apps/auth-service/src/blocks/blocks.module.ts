import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BlockEntity } from './block.entity.js';
import { BlockRepository } from './block.repository.js';
import { BlockRulesPublisherService } from './block-rules-publisher.service.js';
import { BlockedAddressPublisherService } from './blocked-address-publisher.service.js';
import { BlocksRpcController } from './blocks.rpc.controller.js';
import { BlocksService } from './blocks.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([BlockEntity])],
  controllers: [BlocksRpcController],
  providers: [BlocksService, BlockRepository, BlockedAddressPublisherService, BlockRulesPublisherService],
  exports: [BlocksService],
})
export class BlocksModule {}
