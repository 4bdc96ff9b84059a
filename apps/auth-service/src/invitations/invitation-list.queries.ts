import type { invitationSort } from '@secure-preview/contracts';
import { type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { LAST_MAIL_KEY } from '../invitation-mails/invitation-mail.queries.js';
import { foldForSearch } from '../listing/fold-for-search.js';

export type InvitationSort = z.output<typeof invitationSort>;

/** Part of the list of invitations that a page shows. */
export interface Selection {
  readonly limit: number;
  /** Id of the last invitation of the page before. */
  readonly after: string | undefined;
  /** Its `end` at that time, in lists by end. */
  readonly afterEnd?: string;
  readonly search: string | undefined;
  readonly state: string | undefined;
  readonly sort: InvitationSort;
}

const time = z.iso.datetime();
const listed = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  language: z.string(),
  createdAt: time,
  startsAt: time.nullable(),
  endsAt: time.nullable(),
  state: z.string(),
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  openedAt: time.nullable(),
  /** Only in lists by end: the position of the end, in microseconds since 1970. */
  end: z.string().optional(),
});
export type ListedInvitation = z.output<typeof listed>;
export interface InvitationsPage {
  readonly invitations: ListedInvitation[];
  readonly total: number;
}

/** Microseconds of the end since 1970. Without an end: the bound of the type that comes last in the order. */
const end = (none: string) => `coalesce((extract(epoch FROM ends_at) * 1000000)::bigint, ${none}::bigint)`;
const ENDS_SOONEST = end("'9223372036854775807'");
const ENDS_LATEST = end("'-9223372036854775808'");

/** The id breaks ties, so pages neither repeat nor skip invitations. */
const orders: Record<InvitationSort, { key: string; direction: 'ASC' | 'DESC' }> = {
  newest: { key: 'created_at', direction: 'DESC' },
  oldest: { key: 'created_at', direction: 'ASC' },
  email: { key: 'email_key', direction: 'ASC' },
  name: { key: `coalesce(name, '')`, direction: 'ASC' },
  endsSoonest: { key: ENDS_SOONEST, direction: 'ASC' },
  endsLatest: { key: ENDS_LATEST, direction: 'DESC' },
};

/** Returns whether a list is in the order of the ends, which administrators change. */
export const isSortedByEnd = (sort: InvitationSort): boolean =>
  sort === 'endsSoonest' || sort === 'endsLatest';

/** States of `invitationState`, the newest fact first. */
const STATE = `CASE
  WHEN i.revoked_at IS NOT NULL THEN 'revoked'
  WHEN i.ends_at <= now() THEN 'expired'
  WHEN i.opened_at IS NOT NULL THEN 'opened'
  WHEN m.state IS NULL THEN 'noMail'
  WHEN m.state IN ('waiting', 'sending') THEN 'queued'
  WHEN m.state = 'expired' THEN 'notSent'
  ELSE m.state END`;

const utc = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Characters of the answer of a mail server in the list. */
const DETAIL_LENGTH = 300;

/** Returns a page of the list, and how many invitations match. Undefined if the invitation `after` is unknown. */
export async function listInvitations(
  db: Queryable,
  { limit, after, afterEnd, search, state, sort }: Selection,
): Promise<InvitationsPage | undefined> {
  const { key, direction } = orders[sort];
  const isByEnd = isSortedByEnd(sort);
  const row = await queryRow(
    db,
    z.object({ afterExists: z.boolean(), total: z.number(), invitations: z.array(listed) }),
    `WITH listed AS MATERIALIZED (
       SELECT i.id, i.sort_key, ${STATE} AS state, m.reason, m.detail
       FROM (SELECT *, ${key} AS sort_key FROM auth.invitations) AS i
         LEFT JOIN outbox.message_outcomes m ON m.idempotency_key = ${LAST_MAIL_KEY}
       WHERE strpos(i.search_text, $1) > 0
     ), matching AS MATERIALIZED (SELECT * FROM listed WHERE $2::text IS NULL OR state = $2),
     position AS MATERIALIZED (SELECT ${isByEnd ? '$5::bigint' : key} AS sort_key, id
       FROM auth.invitations WHERE id = $3
     ),
     page AS MATERIALIZED (
       SELECT matching.* FROM matching
       WHERE $3::uuid IS NULL
         OR (sort_key, id) ${direction === 'ASC' ? '>' : '<'} (SELECT sort_key, id FROM position)
       ORDER BY sort_key ${direction}, id ${direction} LIMIT $4
     )
     SELECT ($3::uuid IS NULL OR EXISTS (SELECT FROM position)) AS "afterExists",
            (SELECT count(*)::int FROM matching) AS total,
            (SELECT coalesce(json_agg(entry), '[]') FROM (
               SELECT i.id, i.email, i.name, i.language, ${utc('i.created_at')} AS "createdAt",
                      ${utc('i.starts_at')} AS "startsAt", ${utc('i.ends_at')} AS "endsAt",
                      ${utc('i.opened_at')} AS "openedAt", page.state, page.reason,
                      left(page.detail, ${DETAIL_LENGTH}) AS detail
                      ${isByEnd ? ', page.sort_key::text AS "end"' : ''}
               FROM page JOIN auth.invitations i USING (id)
               ORDER BY page.sort_key ${direction}, page.id ${direction}) AS entry) AS invitations`,
    [
      foldForSearch(search ?? ''),
      state ?? null,
      after ?? null,
      limit,
      ...(isByEnd ? [afterEnd ?? null] : []),
    ],
  );
  return row?.afterExists ? { invitations: row.invitations, total: row.total } : undefined;
}
