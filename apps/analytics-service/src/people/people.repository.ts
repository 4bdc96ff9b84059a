import { Injectable } from '@nestjs/common';
import type { MarkedPerson } from '@secure-preview/contracts';
import { Any, DataSource } from 'typeorm';
import { markOfLead, peopleOfMarks } from './mark.queries.js';
import {
  type ComparedPerson,
  type PersonAccess,
  storeAccess,
  uncomparedPeople,
} from './person-access.queries.js';
import { peopleOfLeads } from './person-of-lead.queries.js';
import { insertStaffLead, lockPersonOf, rebuildPerson } from './person-rebuild.queries.js';
import { StaffLeadEntity } from './staff-lead.entity.js';

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

  /** Takes leads out of all figures. Returns how many were not marked before. */
  async markAllStaff(leadIds: readonly string[]): Promise<number> {
    const known = await this.dataSource
      .getRepository(StaffLeadEntity)
      .find({ select: { leadId: true }, where: { leadId: Any(leadIds) } });
    const marked = new Set(known.map(({ leadId }) => leadId));
    const missing = leadIds.filter((leadId) => !marked.has(leadId));
    for (const leadId of missing) await this.markStaff(leadId);
    return missing.length;
  }

  /** Returns the mark id of the person of a lead. */
  markOf(leadId: string): Promise<string> {
    return markOfLead(this.dataSource, leadId);
  }

  /** Returns who has these mark ids. Unknown ids are absent. */
  ofMarks(markIds: readonly string[]): Promise<MarkedPerson[]> {
    return peopleOfMarks(this.dataSource, markIds);
  }

  /** Returns people whose copy of the access may be outdated, those who came last first. */
  accessToCheck(version: number, limit: number): Promise<ComparedPerson[]> {
    return uncomparedPeople(this.dataSource, version, limit);
  }

  /** Stores copies of the access. Ignores people who have a new network, which must be compared first. */
  setAccess(version: number, people: readonly PersonAccess[]): Promise<void> {
    return storeAccess(this.dataSource, version, people);
  }
}
