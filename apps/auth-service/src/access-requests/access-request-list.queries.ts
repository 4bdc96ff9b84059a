import {
  type AccessRequest,
  type AccessRequestSort,
  type AccessRequestState,
  accessRequest,
} from '@secure-preview/contracts';
import { type Queryable, queryRow } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { foldForSearch } from '../listing/fold-for-search.js';

/** Part of the list of requests that a page shows. */
export interface RequestSelection {
  readonly limit: number;
  /** Id of the last request of the page before. */
  readonly after: string | undefined;
  readonly search: string | undefined;
  readonly state: AccessRequestState | undefined;
  readonly sort: AccessRequestSort;
}

export interface RequestsPage {
  readonly requests: AccessRequest[];
  readonly total: number;
  /** Number of all open requests. */
  readonly open: number;
}

/** The id breaks ties, so pages neither repeat nor skip requests. */
const orders: Record<AccessRequestSort, { key: string; direction: 'ASC' | 'DESC' }> = {
  newest: { key: 'at', direction: 'DESC' },
  oldest: { key: 'at', direction: 'ASC' },
  name: { key: 'name', direction: 'ASC' },
  email: { key: 'email_key', direction: 'ASC' },
};

const utc = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Returns a page of the list, and how many requests match. Undefined if the request `after` is unknown. */
export async function listRequests(
  db: Queryable,
  { limit, after, search, state, sort }: RequestSelection,
): Promise<RequestsPage | undefined> {
  const { key, direction } = orders[sort];
  const row = await queryRow(
    db,
    z.object({
      afterExists: z.boolean(),
      total: z.number(),
      open: z.number(),
      requests: z.array(accessRequest),
    }),
    `WITH matching AS MATERIALIZED (
       SELECT id, ${key} AS sort_key FROM auth.access_requests
       WHERE ($1 = '' OR strpos(search_text, $1) > 0) AND ($2::text IS NULL OR state = $2)
     ), position AS MATERIALIZED (SELECT ${key} AS sort_key, id FROM auth.access_requests WHERE id = $3),
     page AS MATERIALIZED (
       SELECT * FROM matching
       WHERE $3::uuid IS NULL
         OR (sort_key, id) ${direction === 'ASC' ? '>' : '<'} (SELECT sort_key, id FROM position)
       ORDER BY sort_key ${direction}, id ${direction} LIMIT $4
     )
     SELECT ($3::uuid IS NULL OR EXISTS (SELECT FROM position)) AS "afterExists",
            (SELECT count(*)::int FROM matching) AS total,
            (SELECT count(*)::int FROM auth.access_requests WHERE state = 'open') AS open,
            (SELECT coalesce(json_agg(entry), '[]') FROM (
               SELECT id, name, email, reason, ${utc('at')} AS at, state,
                      ${utc('decided_at')} AS "decidedAt", decided_by_name AS "decidedByName"
               FROM page JOIN auth.access_requests USING (id)
               ORDER BY sort_key ${direction}, id ${direction}) AS entry) AS requests`,
    [foldForSearch(search ?? ''), state ?? null, after ?? null, limit],
  );
  if (!row?.afterExists) return undefined;
  const { requests, total, open } = row;
  return { requests, total, open };
}
