import { selectRows, withClient } from '@secure-preview/embedded';
import { z } from 'zod';
import type { Ledger, SentUpdate } from './ledger.js';

type Range = readonly [from: number, to: number];
const ranges = z.array(z.tuple([z.number(), z.number()]));
const viewing = z.object({
  id: z.uuid(),
  /** Ranges of each event, in the order in which they were written. */
  events: z.array(ranges),
  pending: ranges,
  ranges,
});
type Viewing = z.infer<typeof viewing>;

/**
 * Returns whether one of the ranges contains the middle of the played range. The ends are not compared, because
 * adjacent ranges may have been merged.
 */
const contains = (ranges: readonly Range[], { from, to }: SentUpdate) =>
  ranges.some(([start, end]) => start < (from + to) / 2 && end > (from + to) / 2);

function errorsOfViewing(viewing: Viewing | undefined, id: string, updates: readonly SentUpdate[]): string[] {
  if (viewing === undefined) return [`viewing ${id} is missing`];
  const { events, pending, ranges } = viewing;
  const errors = events.filter((event) => event.length === 0).map(() => `viewing ${id} has an event twice`);
  for (const update of updates) {
    const occurrences = [...events, pending].filter((written) => contains(written, update)).length;
    const isInSummary = contains(ranges, update);
    const what = `update ${update.from.toFixed(1)} of ${id} (${update.acknowledged ? '' : 'not '}acknowledged)`;
    if (occurrences > 1) errors.push(`${what} is stored ${occurrences} times`);
    if (occurrences === 0 && update.acknowledged) errors.push(`${what} is missing`);
    if (isInSummary !== occurrences > 0)
      errors.push(`${what} ${isInSummary ? 'is' : 'is not'} in the summary`);
  }
  return errors;
}

/**
 * Compares the rows of Postgres with what was acknowledged to visitors.
 *
 * @returns a sentence for each missing or duplicate item
 */
export function evidenceErrors(databaseUrl: string, ledger: Ledger): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const errors: string[] = [];
    const leads = await selectRows(
      client,
      z.object({ name: z.string(), occurrences: z.int(), accesses: z.int() }),
      `SELECT name, count(DISTINCT l.id)::int AS occurrences, count(a.id)::int AS accesses
       FROM analytics.leads l LEFT JOIN analytics.access_log_entries a ON a.lead_id = l.id GROUP BY name`,
    );
    const byName = new Map(leads.map((lead) => [lead.name, lead]));
    for (const { name, occurrences, accesses } of leads) {
      if (!name.startsWith('Visitor ')) continue;
      if (occurrences > 1) errors.push(`${name} is stored ${occurrences} times`);
      if (accesses > occurrences) errors.push(`${name} has ${accesses} lines of the access log`);
    }
    for (const name of ledger.leads) if (!byName.has(name)) errors.push(`lead ${name} is missing`);
    for (const name of ledger.accesses)
      if (!byName.get(name)?.accesses) errors.push(`access of ${name} is missing`);

    const viewings = await selectRows(
      client,
      viewing,
      `SELECT v.id, s.ranges, s.pending,
              coalesce((SELECT jsonb_agg(e.ranges ORDER BY e.id) FROM analytics.progress_events e
                        WHERE e.viewing_session_id = v.id), '[]') AS events
       FROM analytics.viewing_sessions v JOIN analytics.viewing_summaries s ON s.viewing_session_id = v.id`,
    );
    const byId = new Map(viewings.map((viewing) => [viewing.id, viewing]));
    for (const [id, updates] of ledger.viewings) errors.push(...errorsOfViewing(byId.get(id), id, updates));
    return errors;
  });
}
