import type { AccessRequestState, Administrator } from '@secure-preview/contracts';
import { execute, type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { type NewAccessRequest, REQUESTS_PER_DAY, searchTextOf } from './access-request.js';

/** Serialises the requests of an address until the transaction ends, so that concurrent ones are counted. */
async function lockAddress(transaction: Queryable, emailKey: string): Promise<void> {
  const sql = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
  await execute(transaction, sql, [`access request ${emailKey}`]);
}

/** A request that was stored. */
interface InsertedRequest {
  readonly id: string;
  /** Whether the address had no request in the 24 hours before. */
  readonly isFirstOfDay: boolean;
}

/**
 * Stores a request, unless the address has an open one, or too many in the last day, or the command was stored before.
 *
 * @returns undefined if it was not stored
 */
export async function insertRequest(
  transaction: Queryable,
  request: NewAccessRequest,
  emailKey: string,
  commandId: string,
): Promise<InsertedRequest | undefined> {
  const { name, email, reason, language } = request;
  await lockAddress(transaction, emailKey);
  // RETURNING sees the table as it was before this statement.
  return queryRow(
    transaction,
    z.object({ id: z.string(), isFirstOfDay: z.boolean() }),
    `INSERT INTO auth.access_requests (command_id, email_key, email, name, reason, language, search_text)
     SELECT $1, $2, $3, $4, $5, $6, $8
     WHERE (SELECT count(*) FROM auth.access_requests
            WHERE email_key = $2 AND at > now() - interval '1 day') < $7
     ON CONFLICT DO NOTHING
     RETURNING id, NOT EXISTS (SELECT FROM auth.access_requests
                               WHERE email_key = $2 AND at > now() - interval '1 day') AS "isFirstOfDay"`,
    [commandId, emailKey, email, name, reason, language, REQUESTS_PER_DAY, searchTextOf(request)],
  );
}

const requester = z.object({
  name: z.string(),
  email: z.string(),
  language: z.string(),
  state: z.enum(['open', 'allowed', 'dismissed']),
});
export type Requester = z.output<typeof requester>;

/** Returns a request; undefined if it is unknown. */
export function findRequest(db: Queryable, id: string): Promise<Requester | undefined> {
  const sql = 'SELECT name, email, language, state FROM auth.access_requests WHERE id = $1';
  return queryRow(db, requester, sql, [id]);
}

/** Stores the decision about a request, if its state is among `from`. */
export async function storeDecision(
  db: Queryable,
  id: string,
  { from, to }: { from: readonly AccessRequestState[]; to: AccessRequestState },
  by: Administrator,
): Promise<void> {
  const sql = `UPDATE auth.access_requests
               SET state = $2, decided_by_session = $3, decided_by_name = $4, decided_at = clock_timestamp()
               WHERE id = $1 AND state = ANY ($5)`;
  await execute(db, sql, [id, to, by.sessionRef, by.name, from]);
}
