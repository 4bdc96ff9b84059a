import { type MarkedPerson, markedPerson } from '@secure-preview/contracts';
import { queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import type { DataSource } from 'typeorm';
import * as z from 'zod/mini';

/** SQL: the first lead with the proved address of lead `l`. Its id becomes that of the person. */
const FIRST_PROVED = `
  (SELECT first.id FROM analytics.leads first
   WHERE first.verified_by <> 'none' AND first.proved_key = l.proved_key
   ORDER BY first.captured_at, first.id LIMIT 1)`;

/**
 * Returns the id of the person of a lead. A lead of an earlier version may not be counted as a person yet: then the id
 * that its person gets. A lead whose address is only claimed is a person of its own, as is an unknown one.
 */
export async function markOfLead(db: DataSource, leadId: string): Promise<string> {
  const found = await queryRow(
    db,
    z.object({ markId: z.uuid() }),
    `SELECT coalesce(p.id, ${FIRST_PROVED}, l.id) AS "markId"
     FROM analytics.leads l LEFT JOIN analytics.people p ON p.proved_key = l.proved_key
     WHERE l.id = $1`,
    [leadId],
  );
  return found?.markId ?? leadId;
}

/**
 * Returns who has these mark ids. Reads the leads rather than the people, which leave out staff: a mark id is the id of a
 * lead, and leads are never changed.
 */
export function peopleOfMarks(db: DataSource, markIds: readonly string[]): Promise<MarkedPerson[]> {
  return queryRows(
    db,
    markedPerson,
    `SELECT marked.id AS "markId", latest.name, latest.email, latest.verified_by AS "verifiedBy",
            marked.proved_key IS NOT NULL AS proved, visits.count AS visits,
            to_char(visits.first_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "firstAt",
            to_char(latest.captured_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lastAt"
     FROM analytics.leads marked,
       LATERAL (SELECT l.id, l.name, l.email, l.verified_by, l.captured_at FROM analytics.leads l
                WHERE l.id = marked.id OR l.verified_by <> 'none' AND l.proved_key = marked.proved_key
                ORDER BY l.captured_at DESC, l.id DESC LIMIT 1) latest,
       LATERAL (SELECT count(*)::int AS count, min(l.captured_at) AS first_at FROM analytics.leads l
                WHERE l.id = marked.id OR l.verified_by <> 'none' AND l.proved_key = marked.proved_key) visits
     WHERE marked.id = ANY ($1)`,
    [markIds],
  );
}
