import type { AccessRequest, Administrator } from '@secure-preview/contracts';
import { execute, type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { type AccessRequestState, type NewAccessRequest, REQUESTS_PER_DAY } from './access-request.js';

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
  { name, email, reason, language }: NewAccessRequest,
  emailKey: string,
  commandId: string,
): Promise<InsertedRequest | undefined> {
  await lockAddress(transaction, emailKey);
  // RETURNING sees the table as it was before this statement.
  return queryRow(
    transaction,
    z.object({ id: z.string(), isFirstOfDay: z.boolean() }),
    `INSERT INTO auth.access_requests (command_id, email_key, email, name, reason, language)
     SELECT $1, $2, $3, $4, $5, $6
     WHERE (SELECT count(*) FROM auth.access_requests
            WHERE email_key = $2 AND at > now() - interval '1 day') < $7
     ON CONFLICT DO NOTHING
     RETURNING id, NOT EXISTS (SELECT FROM auth.access_requests
                               WHERE email_key = $2 AND at > now() - interval '1 day') AS "isFirstOfDay"`,
    [commandId, emailKey, email, name, reason, language, REQUESTS_PER_DAY],
  );
}

const listed = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  reason: z.string(),
  at: z.date().transform((at) => at.toISOString()),
  state: z.string(),
});

/** Returns requests, open ones first, then newest first. */
export function listedRequests(db: Queryable, count: number): Promise<AccessRequest[]> {
  const sql = `SELECT id, name, email, reason, at, state FROM auth.access_requests
               ORDER BY state = 'open' DESC, at DESC, id LIMIT $1`;
  return queryRows(db, listed, sql, [count]);
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
