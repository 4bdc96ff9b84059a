import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BlocksModule } from '../blocks/blocks.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { AccessRequestEntity } from './access-request.entity.js';
import { AccessRequestRepository } from './access-request.repository.js';
import { AccessRequestsRpcController } from './access-requests.rpc.controller.js';
import { AccessRequestsService } from './access-requests.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([AccessRequestEntity]), BlocksModule, InvitationsModule],
  controllers: [AccessRequestsRpcController],
  providers: [AccessRequestsService, AccessRequestRepository],
  exports: [AccessRequestsService],
})
export class AccessRequestsModule {}
