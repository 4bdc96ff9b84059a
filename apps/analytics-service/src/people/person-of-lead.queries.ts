import { queryRows } from '@secure-preview/service-kit/postgres';
import type { DataSource } from 'typeorm';
import * as z from 'zod/mini';

/** Returns the counted people of leads. Leads of staff have none. */
export function peopleOfLeads(db: DataSource, leadIds: readonly string[]) {
  return queryRows(
    db,
    z.object({ leadId: z.uuid(), personId: z.uuid() }),
    `SELECT l.id AS "leadId", p.id AS "personId"
     FROM analytics.leads l LEFT JOIN analytics.people proved ON proved.proved_key = l.proved_key
       JOIN analytics.people p ON p.id = coalesce(proved.id, l.id)
     WHERE l.id = ANY ($1) AND p.visits > 0 AND NOT EXISTS (SELECT FROM analytics.staff_leads s WHERE s.lead_id = l.id)`,
    [leadIds],
  );
}
