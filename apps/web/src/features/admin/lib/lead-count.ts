import type { Lead } from '@secure-preview/contracts';
import { messages } from '../../../messages/index.js';

const t = messages.admin.leads;

/**
 * Says what the rows are, and who stands behind them where all of them are known: one person who comes three times
 * accepts the terms three times.
 */
export function describeRows(leads: readonly Lead[], total: number): string {
  if (leads.length < total) return t.rowsNote;
  const visitors = leads.filter(({ staff }) => !staff);
  const people = new Set(visitors.map(({ email }) => email.toLowerCase())).size;
  const staff = leads.length - visitors.length;
  const counts = [people > 0 && t.people(people), staff > 0 && t.staffVisits(staff)].filter(Boolean);
  return counts.length > 0 ? t.rowsNoteWithCounts(counts.join(', ')) : t.rowsNote;
}
