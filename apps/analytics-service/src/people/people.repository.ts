import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { peopleOfLeads } from './person-of-lead.queries.js';
import { insertStaffLead, lockPersonOf, rebuildPerson } from './person-rebuild.queries.js';

@Injectable()
export class PeopleRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the ids of the counted people of leads, by lead. Leads of staff are absent. */
  async ofLeads(leadIds: readonly string[]): Promise<Map<string, string>> {
    const found = await peopleOfLeads(this.dataSource, leadIds);
    return new Map(found.map(({ leadId, personId }) => [leadId, personId]));
  }

  /** Takes a lead out of all figures. A repeated call changes nothing. */
  markStaff(leadId: string): Promise<void> {
    return this.dataSource.transaction(async (db) => {
      if (!(await insertStaffLead(db, leadId))) return;
      const personId = await lockPersonOf(db, leadId);
      if (personId !== undefined) await rebuildPerson(db, personId);
    });
  }
}
