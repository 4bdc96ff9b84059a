import { Module } from '@nestjs/common';
import { AccessRequestsModule } from '../access-requests/access-requests.module.js';
import { BlocksModule } from '../blocks/blocks.module.js';
import { CodesModule } from '../codes/codes.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { EntryRpcController } from './entry.rpc.controller.js';
import { EntryService } from './entry.service.js';

@Module({
  imports: [CodesModule, InvitationsModule, BlocksModule, AccessRequestsModule],
  controllers: [EntryRpcController],
  providers: [EntryService],
})
export class EntryModule {}
