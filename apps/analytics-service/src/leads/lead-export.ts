import type { ExportedLead } from '@secure-preview/contracts';
import type { LeadEvidence } from './lead.js';
import type { LeadRepository } from './lead.repository.js';
import type { LeadStatsService } from './lead-stats.service.js';

/** Leads read by one query; bounds the memory of an export. */
const PAGE_SIZE = 500;

/** Yields every lead with its stats, oldest first. Leads captured meanwhile are at the end. */
export async function* exportedLeads(
  leads: Pick<LeadRepository, 'evidence'>,
  stats: Pick<LeadStatsService, 'withStats'>,
): AsyncGenerator<ExportedLead> {
  for (let after: LeadEvidence | undefined; ; ) {
    const page = await leads.evidence(after, PAGE_SIZE);
    const leadsWithStats = await stats.withStats(page);
    for (const [index, lead] of page.entries()) {
      const leadWithStats = leadsWithStats[index];
      if (leadWithStats !== undefined) yield { ...lead, ...leadWithStats };
    }
    after = page.at(-1);
    if (page.length < PAGE_SIZE) return;
  }
}
