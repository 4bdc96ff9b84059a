import { flagKinds } from '@secure-preview/contracts';
import { execute, queryRows } from '@secure-preview/service-kit/postgres';
import type { DataSource } from 'typeorm';
import * as z from 'zod/mini';

/** Flags of a round; it limits what a replica holds in memory. */
const MAX_FLAGS = 100;

const flagWithoutBlock = z.object({
  flagId: z.uuid(),
  kind: z.enum(flagKinds),
  leadId: z.uuid(),
  provedEmail: z.nullable(z.string()),
});

/**
 * Returns flags whose block is still to be made, newest first. Dismissed flags and visits of staff are left out. An
 * address with which an administrator entered is not to be blocked, as if it were only claimed.
 */
export function flagsWithoutBlock(db: DataSource) {
  return queryRows(
    db,
    flagWithoutBlock,
    `SELECT f.id AS "flagId", f.kind, f.lead_id AS "leadId",
            CASE WHEN l.proved_key IS NOT NULL AND NOT EXISTS (
              SELECT FROM analytics.leads other JOIN analytics.staff_leads s ON s.lead_id = other.id
              WHERE other.verified_by <> 'none' AND other.proved_key = l.proved_key)
            THEN l.email END AS "provedEmail"
     FROM analytics.flags f JOIN analytics.leads l ON l.id = f.lead_id
     WHERE f.wants_block AND f.blocked_at IS NULL AND f.dismissed_at IS NULL
       AND NOT EXISTS (SELECT FROM analytics.staff_leads s WHERE s.lead_id = l.id)
     ORDER BY f.at DESC LIMIT ${MAX_FLAGS}`,
  );
}

/** Records that the block was made, unless that is recorded. */
export async function setBlocked(db: DataSource, flagId: string): Promise<void> {
  await execute(
    db,
    'UPDATE analytics.flags SET blocked_at = clock_timestamp() WHERE id = $1 AND blocked_at IS NULL',
    [flagId],
  );
}
