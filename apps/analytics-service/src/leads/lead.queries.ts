import { networkOf } from '@secure-preview/service-kit';
import { execute, prepared, queryRows } from '@secure-preview/service-kit/postgres';
import { type DataSource, QueryFailedError } from 'typeorm';
import { withNetwork } from '../people/person.queries.js';
import { type LeadEvidence, leadEvidence, type NewLead, type StoredLead } from './lead.js';
import { searchTextOf } from './search-text.js';

/** Columns of every list of leads. Times are text: a JavaScript date would lose the microseconds. */
export const LEAD_COLUMNS = `l.id, l.name, l.email, l.ip AS "ipAddress", l.verified_by AS "verifiedBy",
  to_char(l.captured_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "capturedAt"`;

/** SQLSTATE of a reference to a missing row; the terms are the only reference of a lead. */
const FOREIGN_KEY_VIOLATION = '23503';
/** SQLSTATE of a statement that exceeded its timeout. */
const QUERY_CANCELED = '57014';

/**
 * Adds a visit to the person of the inserted lead, whom the proved address identifies. In the same statement, because
 * the visitor waits for it.
 */
const ADD_VISIT = `
  INSERT INTO analytics.people AS known
    (id, proved_key, name, email, search_text, verified_by, visits, first_at, last_at, networks)
  SELECT id, proved_key, name, email, search_text, verified_by, 1, captured_at, captured_at, array_remove(ARRAY[$13], NULL)
  FROM added
  ON CONFLICT (proved_key) DO UPDATE
  SET name = excluded.name, email = excluded.email, search_text = excluded.search_text,
      verified_by = excluded.verified_by, visits = known.visits + 1,
      first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at),
      networks = ${withNetwork('$13')}`;

const INSERT_LEAD = prepared(`
  WITH added AS (
    INSERT INTO analytics.leads
      (id, command_id, name, email, search_text, ip, user_agent, session_ref, terms_sha256, verified_by,
       invitation_id, proved_key)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (command_id) DO NOTHING RETURNING *
  ) ${ADD_VISIT} RETURNING id`);

/**
 * Inserts a lead with a proved address and adds the visit to its person.
 *
 * @returns false if its command has inserted one already
 */
export async function insertProvedLead(db: DataSource, lead: NewLead, commandId: string): Promise<boolean> {
  const { id, name, email, ip, userAgent, sessionRef, termsSha256, verifiedBy, invitationId, provedKey } =
    lead;
  const inserted = await execute(db, INSERT_LEAD, [
    id,
    commandId,
    name,
    email,
    searchTextOf(lead),
    ip,
    userAgent,
    sessionRef,
    termsSha256,
    verifiedBy,
    invitationId,
    provedKey,
    networkOf(ip) ?? null,
  ]);
  return inserted === 1;
}

function sqlStateOf(error: unknown): string {
  if (!(error instanceof QueryFailedError)) return '';
  const { driverError } = error;
  return 'code' in driverError ? String(driverError.code) : '';
}

/** Returns whether the terms of an inserted lead are unknown. */
export const areTermsUnknown = (error: unknown): boolean => sqlStateOf(error) === FOREIGN_KEY_VIOLATION;

/** Returns whether a row caused an error: its data (class 22), a constraint (23) or a limit such as that of indexes (54). */
export const isDataError = (error: unknown): boolean => /^(22|23|54)/.test(sqlStateOf(error));

/** Returns whether Postgres canceled a statement that took too long. */
export const isStatementTimeout = (error: unknown): boolean => sqlStateOf(error) === QUERY_CANCELED;

/** Selects leads with their evidence. */
const EVIDENCE = `SELECT ${LEAD_COLUMNS}, l.user_agent AS "userAgent", t.version AS "termsVersion",
  t.sha256 AS "termsSha256" FROM analytics.leads l JOIN analytics.terms_texts t ON t.sha256 = l.terms_sha256`;

/** Returns leads with their evidence, oldest first, after the given lead or from the first. */
export function evidenceAfter(
  db: DataSource,
  after: StoredLead | undefined,
  limit: number,
): Promise<LeadEvidence[]> {
  // Compares with values, not with a subquery, so Postgres can use the index.
  const position = after === undefined ? '' : 'WHERE (l.captured_at, l.id) > ($2::timestamptz, $3::uuid)';
  return queryRows(
    db,
    leadEvidence,
    `${EVIDENCE} ${position} ORDER BY l.captured_at, l.id LIMIT $1`,
    after === undefined ? [limit] : [limit, after.capturedAt, after.id],
  );
}

/** Returns the leads with these ids with their evidence, in any order. */
export function evidenceOf(db: DataSource, ids: readonly string[]): Promise<LeadEvidence[]> {
  return queryRows(db, leadEvidence, `${EVIDENCE} WHERE l.id = ANY ($1)`, [ids]);
}
