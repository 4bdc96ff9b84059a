import type { Lead } from '@secure-preview/contracts';
import type { AllMessages } from '../../../messages/upload-page/use-upload-page-messages.js';

interface LeadCounts {
  /** Number of distinct e-mail addresses of visitors. Each acceptance of the terms is a row. */
  people: number;
  /** Number of these people with at least one watched second. */
  watched: number;
  staffVisits: number;
  /** Lead of the most recent visit with watched time. */
  latest: Lead | undefined;
}

/** Counts people and staff visits. Returns undefined unless all rows are loaded. */
export function countLeads(leads: readonly Lead[], total: number): LeadCounts | undefined {
  if (leads.length < total) return undefined;
  const visitors = leads.filter(({ staff }) => !staff);
  const watching = visitors.filter(({ watchedSeconds }) => watchedSeconds >= 1);
  const [latest] = watching.sort((a, b) => (b.lastSeenAt ?? '').localeCompare(a.lastSeenAt ?? ''));
  return {
    people: countPeople(visitors),
    watched: countPeople(watching),
    staffVisits: leads.length - visitors.length,
    latest,
  };
}

const countPeople = (leads: readonly Lead[]) => new Set(leads.map(({ email }) => email.toLowerCase())).size;

/** Returns the number of people and staff visits as text; empty if unknown. */
export function countsText(counts: LeadCounts | undefined, t: AllMessages['admin']['leads']): string {
  if (!counts) return '';
  const { people, staffVisits } = counts;
  return [people > 0 && t.people(people), staffVisits > 0 && t.staffVisits(staffVisits)]
    .filter(Boolean)
    .join(', ');
}

/** Returns a text that explains the rows, with the number of people if it is known. */
export function rowsText(leads: readonly Lead[], total: number, t: AllMessages['admin']['leads']): string {
  const counts = countsText(countLeads(leads, total), t);
  return counts ? t.rowsNoteWithCounts(counts) : t.rowsNote;
}
