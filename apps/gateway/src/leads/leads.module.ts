import { Module } from '@nestjs/common';
import { PortalModule } from '../portal/portal.module.js';
import { LeadCaptureService } from './lead-capture.service.js';
import { LeadLimit } from './lead-limit.js';
import { LeadListService } from './lead-list.service.js';
import { LeadsController } from './leads.controller.js';
import { TermsRegistration } from './terms-registration.js';

@Module({
  imports: [PortalModule],
  controllers: [LeadsController],
  providers: [LeadCaptureService, LeadLimit, LeadListService, TermsRegistration],
  exports: [LeadCaptureService],
})
export class LeadsModule {}
