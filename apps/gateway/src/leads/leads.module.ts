import { Module } from '@nestjs/common';
import { PortalModule } from '../portal/portal.module.js';
import { LeadCaptureService } from './lead-capture.service.js';
import { LeadLimitService } from './lead-limit.service.js';
import { LeadListService } from './lead-list.service.js';
import { LeadsController } from './leads.controller.js';
import { TermsRegistrationService } from './terms-registration.service.js';

@Module({
  imports: [PortalModule],
  controllers: [LeadsController],
  providers: [LeadCaptureService, LeadLimitService, LeadListService, TermsRegistrationService],
  exports: [LeadCaptureService],
})
export class LeadsModule {}
