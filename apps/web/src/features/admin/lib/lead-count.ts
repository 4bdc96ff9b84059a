import type { Lead } from '@secure-preview/contracts';
import type { Messages } from '../../../messages/en.js';

interface LeadCounts {
  /**
   * Distinct e-mail addresses of visitors. One person who comes three times accepts the terms three times.
   */
  people: number;
  /** Number of these people who watched at least one second. */
  watched: number;
  staffVisits: number;
  /** Lead of the most recent visit in which something was watched. */
  latest: Lead | undefined;
}

/** Counts the people behind the rows. Undefined unless all rows are loaded. */
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

/** Returns the number of people and staff visits as text; empty if unknown. */
export function describeCounts(counts: LeadCounts | undefined, t: Messages['admin']['leads']): string {
  if (!counts) return '';
  const { people, staffVisits } = counts;
  return [people > 0 && t.people(people), staffVisits > 0 && t.staffVisits(staffVisits)]
    .filter(Boolean)
    .join(', ');
}

/** Describes what a row is, and how many people the rows are. */
export function describeRows(leads: readonly Lead[], total: number, t: Messages['admin']['leads']): string {
  const counts = describeCounts(countLeads(leads, total), t);
  return counts ? t.rowsNoteWithCounts(counts) : t.rowsNote;
}
