import { Module } from '@nestjs/common';
import { StaffModule } from '../staff/staff.module.js';
import { EndedVisitRepository } from './ended-visit.repository.js';
import { EndedVisitPublisherService } from './ended-visit-publisher.service.js';
import { LeadAccessRpcController } from './lead-access.rpc.controller.js';
import { LeadAccessService } from './lead-access.service.js';
import { PostgresEndedVisitRepository } from './persistence/postgres-ended-visit.repository.js';

@Module({
  imports: [StaffModule],
  controllers: [LeadAccessRpcController],
  providers: [
    LeadAccessService,
    EndedVisitPublisherService,
    { provide: EndedVisitRepository, useClass: PostgresEndedVisitRepository },
  ],
})
export class LeadAccessModule {}
