import type { LeadEvidence, WatchedLead } from './lead.js';
import type { LeadRepository } from './lead.repository.js';
import type { LeadFigures } from './lead-figures.js';

/** Leads read at once: what an export holds in memory, whatever their number. */
const PAGE = 500;

export type ExportedLead = LeadEvidence & WatchedLead;

/** Every lead, oldest first, with what it has watched; those that come in meanwhile are at the end. */
export async function* exportedLeads(
  leads: Pick<LeadRepository, 'evidence'>,
  figures: Pick<LeadFigures, 'of'>,
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
