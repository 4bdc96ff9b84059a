import { Module } from '@nestjs/common';
import { PortalModule } from '../portal/portal.module.js';
import { EndedPlaybacksController } from './ended-playbacks.controller.js';
import { LeadCaptureService } from './lead-capture.service.js';
import { LeadLimitService } from './lead-limit.service.js';
import { LeadListService } from './lead-list.service.js';
import { LeadsController } from './leads.controller.js';
import { StaffComparisonService } from './staff-comparison.service.js';
import { StaffLeadsService } from './staff-leads.service.js';
import { TermsRegistrationService } from './terms-registration.service.js';

@Module({
  imports: [PortalModule],
  controllers: [LeadsController, EndedPlaybacksController],
  providers: [
    LeadCaptureService,
    LeadLimitService,
    LeadListService,
    StaffComparisonService,
    StaffLeadsService,
    TermsRegistrationService,
  ],
  exports: [LeadCaptureService, StaffLeadsService],
})
export class LeadsModule {}
