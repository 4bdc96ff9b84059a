import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StaffModule } from '../staff/staff.module.js';
import { EndedVisitEntity } from './ended-visit.entity.js';
import { EndedVisitRepository } from './ended-visit.repository.js';
import { EndedVisitPublisherService } from './ended-visit-publisher.service.js';
import { LeadAccessRpcController } from './lead-access.rpc.controller.js';
import { LeadAccessService } from './lead-access.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([EndedVisitEntity]), StaffModule],
  controllers: [LeadAccessRpcController],
  providers: [LeadAccessService, EndedVisitPublisherService, EndedVisitRepository],
})
export class LeadAccessModule {}
