import { type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';

/** Unsent codes of this service, and unsent alerts. Invitations have a list of their own. */
const KNOWN = `
  SELECT id, kind, state, reason, detail, created_at, finished_at FROM outbox.message_outcomes WHERE kind = 'code'
  UNION ALL
  SELECT id, kind, state, reason, detail, created_at, finished_at FROM outbox.alert_outcomes`;
/** Days after which a mail is no longer listed. */
const LISTED_DAYS = 7;
/** Seconds after which a mail without an attempt is listed. */
const LATE_SECONDS = 60;
/** Characters of the answer of a mail server in the list. */
const DETAIL_LENGTH = 300;

const listed = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  at: z.iso.datetime(),
});
export interface ListedMails {
  readonly mails: z.output<typeof listed>[];
  readonly total: number;
}

/**
 * Returns mails of this service that were not sent or wait for a reason, newest first, and how many there are.
 * Undefined if the mail `after`, the last one of the page before, is unknown. Leaves out codes to addresses that the
 * administrator has blocked.
 */
export async function listUnsentMails(
  db: Queryable,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<ListedMails | undefined> {
  const row = await queryRow(
    db,
    z.object({ afterExists: z.boolean(), total: z.number(), mails: z.array(listed) }),
    `WITH known AS NOT MATERIALIZED (${KNOWN}), unsent AS MATERIALIZED (
       SELECT id, kind, state, reason, left(detail, $3) AS detail, created_at FROM known
       WHERE state <> 'sent' AND created_at > now() - make_interval(days => $1)
         AND reason IS DISTINCT FROM 'BLOCKED'
         AND (finished_at IS NOT NULL OR reason IS NOT NULL OR created_at < now() - make_interval(secs => $2))
     ), position AS MATERIALIZED (SELECT created_at, id FROM known WHERE id = $4),
     page AS MATERIALIZED (
       SELECT * FROM unsent
       WHERE $4::uuid IS NULL OR (created_at, id) < (SELECT created_at, id FROM position)
       ORDER BY created_at DESC, id DESC LIMIT $5
     )
     SELECT ($4::uuid IS NULL OR EXISTS (SELECT FROM position)) AS "afterExists",
            (SELECT count(*)::int FROM unsent) AS total,
            (SELECT coalesce(json_agg(mail), '[]') FROM (
               SELECT id, kind, state, reason, detail,
                      to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
               FROM page ORDER BY created_at DESC, page.id DESC) AS mail) AS mails`,
    [LISTED_DAYS, LATE_SECONDS, DETAIL_LENGTH, after ?? null, limit],
  );
  return row?.afterExists ? { mails: row.mails, total: row.total } : undefined;
}
