import type { Lead } from '@secure-preview/contracts';
import type { AllMessages } from '../../../messages/upload-page/use-upload-page-messages.js';

interface LeadCounts {
  /**
   * Number of distinct e-mail addresses of visitors. The audience counts people: several leads that only claim an address
   * are several.
   */
  addresses: number;
  /** Number of these addresses with at least one watched second. */
  watched: number;
  staffVisits: number;
  /** Lead of the most recent visit with watched time. */
  latest: Lead | undefined;
}

/** Counts e-mail addresses and staff visits. Returns undefined unless all rows are loaded. */
export function countLeads(leads: readonly Lead[], total: number): LeadCounts | undefined {
  if (leads.length < total) return undefined;
  const visitors = leads.filter(({ staff }) => !staff);
  const watching = visitors.filter(({ watchedSeconds }) => watchedSeconds >= 1);
  const [latest] = watching.sort((a, b) => (b.lastSeenAt ?? '').localeCompare(a.lastSeenAt ?? ''));
  return {
    addresses: countAddresses(visitors),
    watched: countAddresses(watching),
    staffVisits: leads.length - visitors.length,
    latest,
  };
}

const countAddresses = (leads: readonly Lead[]) =>
  new Set(leads.map(({ email }) => email.toLowerCase())).size;

/** Returns the number of e-mail addresses and staff visits as text; empty if unknown. */
export function countsText(counts: LeadCounts | undefined, t: AllMessages['admin']['leads']): string {
  if (!counts) return '';
  const { addresses, staffVisits } = counts;
  return [addresses > 0 && t.addresses(addresses), staffVisits > 0 && t.staffVisits(staffVisits)]
    .filter(Boolean)
    .join(', ');
}

/** Returns a text that explains the rows, with the number of addresses if it is known. */
export function rowsText(leads: readonly Lead[], total: number, t: AllMessages['admin']['leads']): string {
  const counts = countsText(countLeads(leads, total), t);
  return counts ? t.rowsNoteWithCounts(counts) : t.rowsNote;
}
