import { type AccessChange, accessChange, accessHistoryLimits } from '@secure-preview/contracts';
import { type Queryable, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';

/** Whose changes are read. */
export interface HistorySelection {
  readonly leadIds: readonly string[];
  /** `addressKey` of the e-mail addresses. */
  readonly addresses: readonly string[];
  /** Domains of these keys. */
  readonly domains: readonly string[];
  readonly ips: readonly string[];
  /** Keys of invitations: of an address, and of everybody of its domain. */
  readonly invitations: readonly string[];
}

const found = z.object({
  ...accessChange.shape,
  commandId: z.uuid(),
  /** Visit that it concerns; null for a change that concerns the person. */
  leadId: z.uuid().nullable(),
  /** Number of all changes of the visit or the person. */
  total: z.number(),
});
export type FoundChange = z.output<typeof found>;

type Action = AccessChange['action'];
const actions = (condition: string, ifTrue: Action, ifFalse: Action) =>
  `CASE WHEN ${condition} THEN '${ifTrue}' ELSE '${ifFalse}' END`;

const INVITATION_ACTIONS = `CASE c.action WHEN 'invite' THEN '${'invited' satisfies Action}'
  WHEN 'extend' THEN '${'invitationExtended' satisfies Action}'
  WHEN 'revoke' THEN '${'invitationRevoked' satisfies Action}' END`;

/** A flag ends a visit under its own id, as session and as command. */
const CHANGES = `
  SELECT 'playback ' || id AS id, lead_id, at, ${actions('ended', 'playbackEnded', 'playbackAllowed')} AS action,
         trailer_id, NULL AS kind, NULL AS value, NULL::timestamptz AS ends_at, 'administrator' AS by, by_name,
         command_id
  FROM auth.ended_playbacks WHERE lead_id = ANY ($1::uuid[])
  UNION ALL
  SELECT 'visit ' || id, lead_id, at, ${actions('ended', 'visitEnded', 'visitAllowed')}, NULL, NULL, NULL, NULL,
         CASE WHEN by_session = command_id THEN 'automatic' ELSE 'administrator' END, by_name, command_id
  FROM auth.ended_visits WHERE lead_id = ANY ($1::uuid[])
  UNION ALL
  SELECT 'block ' || id, NULL, at, ${actions('blocked', 'blocked', 'unblocked')}, NULL, kind, value, NULL,
         CASE WHEN by_session IS NULL THEN 'portal' ELSE 'administrator' END, by_name, command_id
  FROM auth.blocks
  WHERE CASE kind WHEN 'address' THEN value = ANY ($2) WHEN 'domain' THEN value = ANY ($3)
             ELSE value::cidr >>= ANY ($4::inet[]) END
  UNION ALL
  SELECT 'invitation ' || c.id, NULL, c.at, ${INVITATION_ACTIONS}, NULL, NULL, i.email, c.ends_at,
         CASE WHEN c.by_session IS NULL THEN 'portal' ELSE 'administrator' END, c.by_name, c.command_id
  FROM auth.invitation_changes c JOIN auth.invitations i ON i.id = c.invitation_id
  WHERE i.email_key = ANY ($5) AND c.action IN ('invite', 'extend', 'revoke')`;

const utc = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Returns the newest changes of each visit and of the person, newest first: at most `accessHistoryLimits.visit` of a
 * visit, of those the newest of each first up to `accessHistoryLimits.page`, and `accessHistoryLimits.person`.
 */
export function newestChanges(db: Queryable, selection: HistorySelection): Promise<FoundChange[]> {
  const { leadIds, addresses, domains, ips, invitations } = selection;
  const { person, visit, page } = accessHistoryLimits;
  return queryRows(
    db,
    found,
    `WITH ranked AS (
       SELECT *, row_number() OVER (subject ORDER BY at DESC, id) AS rank, (count(*) OVER subject)::int AS total
       FROM (${CHANGES}) AS changes WINDOW subject AS (PARTITION BY lead_id)
     ), sent AS (
       (SELECT * FROM ranked WHERE lead_id IS NULL AND rank <= ${person})
       UNION ALL
       (SELECT * FROM ranked WHERE lead_id IS NOT NULL AND rank <= ${visit} ORDER BY rank, at DESC LIMIT ${page})
     )
     SELECT id, lead_id AS "leadId", ${utc('at')} AS at, action, trailer_id AS "trailerId", kind, value,
            ${utc('ends_at')} AS "endsAt", by, by_name AS "byName", command_id AS "commandId", total
     FROM sent ORDER BY at DESC, rank`,
    [leadIds, addresses, domains, ips, invitations],
  );
}
