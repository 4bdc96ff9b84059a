import { execute, prepared } from '@secure-preview/service-kit/postgres';
import type { EntityManager } from 'typeorm';

/** Networks stored for a person; it limits the size of rows. */
export const MAX_NETWORKS = 100;
/**
 * Reports and deliveries change the last activity of a person only if it is older than this. Each change writes to every
 * index of people, and a viewer sends several of both a minute.
 */
export const LAST_SEEN_STEP = "interval '1 minute'";

/** Adds the network in this parameter to those of `known`. */
export const withNetwork = (parameter: string) =>
  `CASE WHEN ${parameter}::text IS NULL OR ${parameter} = ANY (known.networks)
          OR cardinality(known.networks) >= ${MAX_NETWORKS}
     THEN known.networks ELSE known.networks || ${parameter}::text END`;

/** Selects the person of the lead in this parameter or column, unless the lead is staff. */
export const personOfLead = (leadId: string) => `
  SELECT coalesce(p.id, l.id) AS id
  FROM analytics.leads l LEFT JOIN analytics.people p ON p.proved_key = l.proved_key
  WHERE l.id = ${leadId} AND NOT EXISTS (SELECT FROM analytics.staff_leads s WHERE s.lead_id = l.id)`;

const RECORD_PLAYER = prepared(`
  UPDATE analytics.people AS known
  SET last_at = greatest(last_at, (SELECT started_at FROM analytics.viewing_sessions WHERE id = $3)),
      networks = ${withNetwork('$2')}
  WHERE id = (${personOfLead('$1')})`);

/**
 * Records that the person of a lead started a viewing, which must be stored.
 *
 * @param network null if the address has none
 */
export async function recordPlayer(
  db: EntityManager,
  leadId: string,
  viewingId: string,
  network: string | null,
): Promise<void> {
  await execute(db, RECORD_PLAYER, [leadId, network, viewingId]);
}
