import { Injectable } from '@nestjs/common';
import { limits } from '@secure-preview/contracts';
import { StaffSessionRepository } from '../staff/staff-session.repository.js';
import type { VisitChange } from './ended-visit.js';
import { EndedVisitRepository } from './ended-visit.repository.js';
import { EndedVisitPublisherService } from './ended-visit-publisher.service.js';

export interface LeadAccess {
  ended: string[];
  staff: string[];
}

/**
 * Ends and allows visits of leads. A lead is one pass through the gate; a typed name proves no identity. A
 * person whose visit was ended can pass the gate again, which creates a new lead.
 */
@Injectable()
export class LeadAccessService {
  constructor(
    private readonly endedVisits: EndedVisitRepository,
    private readonly publisher: EndedVisitPublisherService,
    private readonly staff: StaffSessionRepository,
  ) {}

  async accessStatus(leadIds: readonly string[]): Promise<LeadAccess> {
    const [ended, staff] = await Promise.all([
      this.endedVisits.endedLeads(leadIds),
      this.staff.staffLeads(leadIds),
    ]);
    return { ended, staff };
  }

  /** Returns a page of the leads that are staff, by id. @param after last lead of the page before; null for the first */
  staffLeads(after: string | null): Promise<string[]> {
    return this.staff.staffLeadsAfter(after, limits.leadsPage.max);
  }

  /** Resolves once the change is committed and published to every gateway. */
  async change(change: VisitChange, commandId: string): Promise<void> {
    await this.publisher.publish(await this.endedVisits.change(change, commandId));
  }
}
