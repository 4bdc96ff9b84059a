import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type ClaimedLead, insertClaimedLeads } from './claimed-lead.queries.js';
import { LeadEntity } from './lead.entity.js';
import type { LeadEvidence, LeadPage, LeadSelection, NewLead, StoredLead } from './lead.js';
import {
  areTermsUnknown,
  evidenceAfter,
  evidenceOf,
  insertProvedLead,
  isDataError,
  isStatementTimeout,
} from './lead.queries.js';
import { LeadBatcher } from './lead-batcher.js';
import { listLeads } from './lead-list.queries.js';
import { hasProofs, provedAmong } from './lead-proof.queries.js';
import { TermsTextEntity } from './terms-text.entity.js';

@Injectable()
export class LeadRepository {
  private readonly claimed = new LeadBatcher<ClaimedLead>({
    store: (leads) => insertClaimedLeads(this.dataSource, leads),
    isDataError,
    isTimeout: isStatementTimeout,
  });

  constructor(private readonly dataSource: DataSource) {}

  /** Stores a terms text, unless it is stored already. */
  async storeTerms(sha256: string, version: string, text: string): Promise<void> {
    await this.dataSource
      .getRepository(TermsTextEntity)
      .createQueryBuilder()
      .insert()
      .values({ sha256, version, text })
      .orIgnore()
      .execute();
  }

  /**
   * Stores a lead and returns its id. For a repeated command, returns the id of the lead that it stored first.
   * Returns undefined if the terms of the lead are unknown.
   */
  async store(lead: NewLead, commandId: string): Promise<string | undefined> {
    try {
      if (await this.insert(lead, commandId)) return lead.id;
    } catch (error) {
      if (areTermsUnknown(error)) return undefined;
      throw error;
    }
    const first = await this.dataSource.getRepository(LeadEntity).findOneBy({ commandId });
    return first?.id;
  }

  private insert(lead: NewLead, commandId: string): Promise<boolean> {
    if (lead.provedKey !== null) return insertProvedLead(this.dataSource, lead, commandId);
    return this.claimed.insert({ ...lead, commandId });
  }

  /** Returns a page of leads; undefined if the lead `selection.after` is unknown. */
  list(selection: LeadSelection): Promise<LeadPage | undefined> {
    return listLeads(this.dataSource, selection);
  }

  /** Returns leads, oldest first, after the given lead or from the first. */
  evidence(after: StoredLead | undefined, limit: number): Promise<LeadEvidence[]> {
    return evidenceAfter(this.dataSource, after, limit);
  }

  /** Returns the leads with these ids with their evidence, in any order. */
  evidenceOf(ids: readonly string[]): Promise<LeadEvidence[]> {
    return evidenceOf(this.dataSource, ids);
  }

  /** Returns which of these keys are those of proved addresses. */
  provedAmong(keys: readonly string[]): Promise<Set<string>> {
    return provedAmong(this.dataSource, keys);
  }

  /** Returns whether any lead came with more than a claimed address. */
  hasProofs(): Promise<boolean> {
    return hasProofs(this.dataSource);
  }

  isKnown(id: string): Promise<boolean> {
    return this.dataSource.getRepository(LeadEntity).existsBy({ id });
  }
}
