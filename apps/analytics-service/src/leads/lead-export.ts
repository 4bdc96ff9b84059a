import type { LeadEvidence, LeadWithStats } from './lead.js';
import type { LeadRepository } from './lead.repository.js';
import type { LeadStatsService } from './lead-stats.service.js';

/** Leads read at once; bounds the memory of an export, whatever the number of leads. */
const PAGE = 500;

export type ExportedLead = LeadEvidence & LeadWithStats;

/** Yields every lead with its stats, oldest first. Leads captured meanwhile are at the end. */
export async function* exportedLeads(
  leads: Pick<LeadRepository, 'evidence'>,
  stats: Pick<LeadStatsService, 'of'>,
): AsyncGenerator<ExportedLead> {
  for (let after: LeadEvidence | undefined; ; ) {
    const page = await leads.evidence(after, PAGE);
    const watched = await stats.of(page);
    for (const [index, lead] of page.entries()) {
      const more = watched[index];
      if (more !== undefined) yield { ...lead, ...more };
    }
    after = page.at(-1);
    if (page.length < PAGE) return;
  }
}
