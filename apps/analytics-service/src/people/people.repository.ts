import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { insertStaffLead, lockPersonOf, rebuildPerson } from './person-rebuild.queries.js';

@Injectable()
export class PeopleRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Takes a lead out of all figures. A repeated call changes nothing. */
  markStaff(leadId: string): Promise<void> {
    return this.dataSource.transaction(async (db) => {
      if (!(await insertStaffLead(db, leadId))) return;
      const personId = await lockPersonOf(db, leadId);
      if (personId !== undefined) await rebuildPerson(db, personId);
    });
  }
}
