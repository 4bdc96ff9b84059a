import type { AccessRequestState, Administrator } from '@secure-preview/contracts';
import { execute, type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import {
  MAX_OPEN_REQUESTS,
  type NewAccessRequest,
  REQUESTS_PER_DAY,
  searchTextOf,
} from './access-request.js';

/** Serialises all requests until the transaction ends, so that concurrent ones are counted. */
async function lockRequests(transaction: Queryable): Promise<void> {
  await execute(transaction, `SELECT pg_advisory_xact_lock(hashtextextended('access requests', 0))`);
}

const inserted = z.object({
  id: z.string(),
  /** Whether the request causes an alert. */
  alerted: z.boolean(),
});
export type InsertedRequest = z.output<typeof inserted>;

/**
 * Stores a request, unless the address has an open one, or too many in the last day, or too many requests are open, or
 * the command was stored before. The first one of an address in 24 hours causes an alert.
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
  await lockRequests(transaction);
  return queryRow(
    transaction,
    inserted,
    `WITH of_address AS (
       SELECT count(*) AS stored FROM auth.access_requests
       WHERE email_key = $2 AND at > now() - interval '1 day'
     ), of_portal AS (
       SELECT count(*) AS open FROM auth.access_requests WHERE state = 'open'
     )
     INSERT INTO auth.access_requests
       (command_id, email_key, email, name, reason, language, search_text, alerted)
     SELECT $1, $2, $3, $4, $5, $6, $7, stored = 0
     FROM of_address, of_portal WHERE stored < $8 AND open < $9
     ON CONFLICT DO NOTHING
     RETURNING id, alerted`,
    [
      commandId,
      emailKey,
      email,
      name,
      reason,
      language,
      searchTextOf(request),
      REQUESTS_PER_DAY,
      MAX_OPEN_REQUESTS,
    ],
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

/**
 * Dismisses open requests together. A repeated command dismisses nothing, and gets the first answer.
 *
 * @returns how many the command has dismissed
 */
export async function dismissOpen(
  db: Queryable,
  ids: readonly string[],
  by: Administrator,
  commandId: string,
): Promise<number> {
  // Locked in the order of their ids, so concurrent commands cannot deadlock.
  const sql = `UPDATE auth.access_requests r
               SET state = 'dismissed', decided_by_session = $2, decided_by_name = $3,
                   decided_at = clock_timestamp(), decision_command_id = $4
               FROM (SELECT id FROM auth.access_requests WHERE id = ANY ($1::uuid[]) AND state = 'open'
                     ORDER BY id FOR UPDATE) AS locked
               WHERE r.id = locked.id`;
  await execute(db, sql, [ids, by.sessionRef, by.name, commandId]);
  const count = `SELECT count(*)::integer AS dismissed FROM auth.access_requests
                 WHERE id = ANY ($1::uuid[]) AND decision_command_id = $2`;
  return (await queryRow(db, z.object({ dismissed: z.number() }), count, [ids, commandId]))?.dismissed ?? 0;
}
