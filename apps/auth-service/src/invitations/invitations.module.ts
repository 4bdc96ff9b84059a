import { Module } from '@nestjs/common';
import { BlocksModule } from '../blocks/blocks.module.js';
import { OutboxSecretModule } from '../outbox-secret/outbox-secret.module.js';
import { ImportRepository } from './import.repository.js';
import { ImportSweepService } from './import-sweep.service.js';
import { ImportsService } from './imports.service.js';
import { InvitationRepository } from './invitation.repository.js';
import { InvitationAccessService } from './invitation-access.service.js';
import { InvitationPublisherService } from './invitation-publisher.service.js';
import { InvitationsRpcController } from './invitations.rpc.controller.js';
import { InvitationsService } from './invitations.service.js';

@Module({
  imports: [BlocksModule, OutboxSecretModule],
  controllers: [InvitationsRpcController],
  providers: [
    InvitationsService,
    InvitationAccessService,
    InvitationPublisherService,
    InvitationRepository,
    ImportsService,
    ImportSweepService,
    ImportRepository,
  ],
  exports: [InvitationsService, InvitationAccessService],
})
export class InvitationsModule {}
