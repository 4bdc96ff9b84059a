import { Injectable } from '@nestjs/common';
import { StaffSessionRepository } from '../staff/staff-session.repository.js';
import { type ShutOutChange, ShutOutRepository } from './shut-out.repository.js';
import { ShutOutPublisher } from './shut-out-publisher.js';

export interface LeadStanding {
  shutOut: string[];
  staff: string[];
}

/**
 * Decides which leads may not come in. A lead is one passing of the gate: whoever is shut out can pass it again, as
 * another lead that the administrator sees, since a typed name proves nobody.
 */
@Injectable()
export class LeadStandingService {
  constructor(
    private readonly shutOuts: ShutOutRepository,
    private readonly publisher: ShutOutPublisher,
    private readonly staff: StaffSessionRepository,
  ) {}

  async standing(leadIds: readonly string[]): Promise<LeadStanding> {
    const [shutOut, staff] = await Promise.all([
      this.shutOuts.among(leadIds),
      this.staff.leadsAmong(leadIds),
    ]);
    return { shutOut, staff };
  }

  /** Resolves once the change is committed and every gateway goes by it. */
  async change(change: ShutOutChange, commandId: string): Promise<void> {
    await this.publisher.publish(await this.shutOuts.change(change, commandId));
  }
}
