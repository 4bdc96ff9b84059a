import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { EndedVisitEntity } from './ended-visit.entity.js';
import type { EndedVisit, VisitChange } from './ended-visit.js';
import { currentAmong, currentOfAll, lockLead } from './ended-visit.queries.js';

/** Stores when visits of leads were ended and allowed. Rows are never changed. */
@Injectable()
export class EndedVisitRepository {
  constructor(@InjectRepository(EndedVisitEntity) private readonly visits: Repository<EndedVisitEntity>) {}

  /**
   * Stores a change, unless the lead has that state already or the command was stored before. Returns the
   * current state.
   */
  change({ leadId, ended, by, byName }: VisitChange, commandId: string): Promise<EndedVisit> {
    return this.visits.manager.transaction(async (transaction) => {
      await lockLead(transaction, leadId);
      const [before] = await currentAmong(transaction, [leadId]);
      if ((before?.ended ?? false) !== ended) {
        await transaction
          .createQueryBuilder()
          .insert()
          .into(EndedVisitEntity)
          .values({ commandId, leadId, ended, bySession: by, byName: byName ?? null })
          .orIgnore()
          .updateEntity(false)
          .execute();
      }
      const [after] = await currentAmong(transaction, [leadId]);
      return after ?? { leadId, ended: false, version: 0 };
    });
  }

  /** Returns the leads in `leadIds` whose visit is ended. */
  async endedLeads(leadIds: readonly string[]): Promise<string[]> {
    const visits = await currentAmong(this.visits, leadIds);
    return visits.filter(({ ended }) => ended).map(({ leadId }) => leadId);
  }

  /** Returns the current state of every lead whose visit was ever ended. */
  all(): Promise<EndedVisit[]> {
    return currentOfAll(this.visits);
  }
}
