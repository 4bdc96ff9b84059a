import { Module } from '@nestjs/common';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { PeopleModule } from '../people/people.module.js';
import { ViewingModule } from '../viewing/viewing.module.js';
import { InvitationShareRepository } from './invitation-share.repository.js';
import { LeadRepository } from './lead.repository.js';
import { LeadExportService } from './lead-export.service.js';
import { LeadStatsService } from './lead-stats.service.js';
import { LeadsRpcController } from './leads.rpc.controller.js';
import { LeadsService } from './leads.service.js';

@Module({
  imports: [ViewingModule, DeliveriesModule, PeopleModule],
  controllers: [LeadsRpcController],
  providers: [LeadsService, LeadExportService, LeadStatsService, LeadRepository, InvitationShareRepository],
})
export class LeadsModule {}
