import { Injectable } from '@nestjs/common';
import type { ExportedLead } from '@secure-preview/contracts';
import { LeadRepository } from './lead.repository.js';
import { pageOf } from './lead-page.js';
import { LeadStatsService } from './lead-stats.service.js';
import { type LeadsQuery, LeadsService } from './leads.service.js';

export interface LeadExportPage {
  leads: ExportedLead[];
  /** Number of matching leads on all pages. */
  total: number;
  nextCursor: string | null;
}

/** Reads leads with their evidence for an export from the page. */
@Injectable()
export class LeadExportService {
  constructor(
    private readonly leads: LeadsService,
    private readonly evidence: LeadRepository,
    private readonly stats: LeadStatsService,
  ) {}

  /**
   * Returns a page of an export, like a page of the list.
   *
   * @throws AppError `VALIDATION_FAILED` like {@link LeadsService.list}
   */
  async page(query: LeadsQuery): Promise<LeadExportPage> {
    const { found, hasMore, total } = await this.leads.find(query);
    const ids = found.map(({ id }) => id);
    const [leads, evidence] = await Promise.all([this.stats.withStats(found), this.evidence.evidenceOf(ids)]);
    const evidenceById = new Map(evidence.map((lead) => [lead.id, lead]));
    const rows = leads.flatMap((lead) => {
      const leadEvidence = evidenceById.get(lead.id);
      return leadEvidence ? [{ ...leadEvidence, ...lead }] : [];
    });
    return { ...pageOf(rows, hasMore), total };
  }
}
