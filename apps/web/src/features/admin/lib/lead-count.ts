import type { Lead } from '@secure-preview/contracts';
import { messages } from '../../../messages/index.js';

const t = messages.admin.leads;

interface LeadCounts {
  /** Different addresses of visitors: one person who comes three times accepts the terms three times. */
  people: number;
  /** Those of them who have watched something. */
  watched: number;
  staffVisits: number;
  /** The visit that was seen last, of those who watched. */
  latest: Lead | undefined;
}

/** Counts who is behind the rows, where all of them are known. */
export function countLeads(leads: readonly Lead[], total: number): LeadCounts | undefined {
  if (leads.length < total) return undefined;
  const visitors = leads.filter(({ staff }) => !staff);
  const watching = visitors.filter(({ watchedSeconds }) => watchedSeconds >= 1);
  const [latest] = watching.sort((a, b) => (b.lastSeenAt ?? '').localeCompare(a.lastSeenAt ?? ''));
  return {
    people: peopleOf(visitors),
    watched: peopleOf(watching),
    staffVisits: leads.length - visitors.length,
    latest,
  };
}

const peopleOf = (leads: readonly Lead[]) => new Set(leads.map(({ email }) => email.toLowerCase())).size;

/** Says how many people and visits of staff the rows are; empty where that is not known. */
export function describeCounts(counts: LeadCounts | undefined): string {
  if (!counts) return '';
  const { people, staffVisits } = counts;
  return [people > 0 && t.people(people), staffVisits > 0 && t.staffVisits(staffVisits)]
    .filter(Boolean)
    .join(', ');
}

/** Says what the rows are, and who is behind them. */
export function describeRows(leads: readonly Lead[], total: number): string {
  const counts = describeCounts(countLeads(leads, total));
  return counts ? t.rowsNoteWithCounts(counts) : t.rowsNote;
}
