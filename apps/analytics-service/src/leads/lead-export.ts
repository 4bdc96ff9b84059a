import type { LeadEvidence, LeadWithStats } from './lead.js';
import type { LeadRepository } from './lead.repository.js';
import type { LeadStatsService } from './lead-stats.service.js';

/** Leads read at once: what an export holds in memory, whatever their number. */
const PAGE = 500;

export type ExportedLead = LeadEvidence & LeadWithStats;

/** Every lead, oldest first, with what it has watched; those that come in meanwhile are at the end. */
export async function* exportedLeads(
  leads: Pick<LeadRepository, 'evidence'>,
  figures: Pick<LeadStatsService, 'of'>,
): AsyncGenerator<ExportedLead> {
  for (let after: LeadEvidence | undefined; ; ) {
    const page = await leads.evidence(after, PAGE);
    const watched = await figures.of(page);
    for (const [index, lead] of page.entries()) {
      const more = watched[index];
      if (more !== undefined) yield { ...lead, ...more };
    }
    after = page.at(-1);
    if (page.length < PAGE) return;
  }
}
