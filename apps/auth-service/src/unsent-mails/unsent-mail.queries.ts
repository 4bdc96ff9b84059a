import type { UnsentMails } from '@secure-preview/contracts';
import { type Queryable, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';

/** Kinds that nobody would miss soon enough otherwise. Invitations have a list of their own. */
const KINDS = ['alert', 'code'];
/** Days after which a mail is no longer listed. */
const LISTED_DAYS = 7;
const MAX_LISTED = 5;
/** Seconds after which a mail without an attempt is listed. */
const LATE_SECONDS = 60;
/** Characters of the answer of a mail server in the list. */
const DETAIL_LENGTH = 300;

const row = z.object({
  total: z.number(),
  id: z.string(),
  kind: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  at: z.date().transform((at) => at.toISOString()),
});

/**
 * Returns the newest mails of this service that were not sent or wait for a reason, and how many there are. Leaves out
 * codes to addresses that the administrator has blocked.
 */
export async function listUnsentMails(db: Queryable): Promise<UnsentMails> {
  const rows = await queryRows(
    db,
    row,
    `SELECT count(*) OVER ()::int AS total, id, kind, state, reason, left(detail, $5) AS detail, created_at AS at
     FROM outbox.message_outcomes
     WHERE kind = ANY ($1) AND state <> 'sent' AND created_at > now() - make_interval(days => $2)
       AND reason IS DISTINCT FROM 'BLOCKED'
       AND (finished_at IS NOT NULL OR reason IS NOT NULL OR created_at < now() - make_interval(secs => $3))
     ORDER BY created_at DESC LIMIT $4`,
    [KINDS, LISTED_DAYS, LATE_SECONDS, MAX_LISTED, DETAIL_LENGTH],
  );
  return { total: rows[0]?.total ?? 0, mails: rows.map(({ total: _, ...mail }) => mail) };
}
