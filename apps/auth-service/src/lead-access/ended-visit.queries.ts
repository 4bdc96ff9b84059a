import { execute, type Queryable, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import type { EndedVisit } from './ended-visit.js';

const endedVisit = z.object({
  leadId: z.string(),
  ended: z.boolean(),
  version: z.number(),
});

/** Selects the newest row of each lead. */
const CURRENT = `SELECT DISTINCT ON (lead_id) lead_id AS "leadId", ended, id::float8 AS version
                 FROM auth.ended_visits`;
const NEWEST_FIRST = 'ORDER BY lead_id, id DESC';

/** Returns the current state of every lead whose visit was ever ended. */
export function currentOfAll(db: Queryable): Promise<EndedVisit[]> {
  return queryRows(db, endedVisit, `${CURRENT} ${NEWEST_FIRST}`);
}

/** Returns the current state of each lead in `leadIds` whose visit was ever ended. */
export function currentAmong(db: Queryable, leadIds: readonly string[]): Promise<EndedVisit[]> {
  return queryRows(db, endedVisit, `${CURRENT} WHERE lead_id = ANY($1::uuid[]) ${NEWEST_FIRST}`, [leadIds]);
}

/** Serialises changes of one lead until the transaction ends, so ids are in the order of commits. */
export async function lockLead(transaction: Queryable, leadId: string): Promise<void> {
  await execute(transaction, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`visit ${leadId}`]);
}
