import { queryRows } from '@secure-preview/service-kit/postgres';
import type { DataSource } from 'typeorm';
import * as z from 'zod/mini';

const invitationShare = z.object({ invitationId: z.uuid(), share: z.nullable(z.number()) });
export type InvitationShare = z.infer<typeof invitationShare>;

/** Each lead counts with the trailer that it played last, as in the list of leads. */
const SHARES = `
  SELECT invited.id AS "invitationId",
         max(CASE WHEN watched_seconds > trailer_seconds THEN 1 ELSE watched_seconds / trailer_seconds END) AS share
  FROM unnest($1::uuid[]) AS invited (id)
  LEFT JOIN analytics.leads l ON l.invitation_id = invited.id
  LEFT JOIN LATERAL (
    SELECT watched_seconds, trailer_seconds FROM analytics.watched_summaries WHERE lead_id = l.id
    ORDER BY played_at DESC NULLS LAST, last_seen_at DESC LIMIT 1
  ) watched ON true
  GROUP BY invited.id`;

/** Returns the largest watched share of each invitation, 0 to 1; null without a share. */
export function sharesOfInvitations(
  db: DataSource,
  invitationIds: readonly string[],
): Promise<InvitationShare[]> {
  return queryRows(db, invitationShare, SHARES, [invitationIds]);
}
