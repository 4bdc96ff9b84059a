import {
  type AudienceFigures,
  audienceFigures,
  type LeadProof,
  type PeopleOnly,
  type PeopleSort,
  personWithNetworks,
  type SortDirection,
  viewingLimits,
} from '@secure-preview/contracts';
import { queryRow } from '@secure-preview/service-kit/postgres';
import type { DataSource } from 'typeorm';
import * as z from 'zod/mini';
import { proofSql } from '../leads/lead-proof.queries.js';
import { foldForSearch } from '../leads/search-text.js';
import type { CursorPosition } from './people-cursor.js';

/** Part of the list of people that a page shows. */
export interface PeopleSelection {
  /** Version whose watched time is read; null for none. */
  readonly trailerId: string | null;
  readonly limit: number;
  readonly after: CursorPosition | undefined;
  /** Part of a name or e-mail address. Case is ignored, and wildcard characters match literally. */
  readonly search: string;
  readonly sort: PeopleSort;
  readonly direction: SortDirection;
  readonly proof: LeadProof | undefined;
  readonly only: PeopleOnly | undefined;
}

/** `key`: value of the sort order. */
const found = z.extend(personWithNetworks, { key: z.string() });
export type FoundPerson = z.infer<typeof found>;

const utc = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
/** The common table expression `flagged` has only people with flags. */
const FLAGS = 'LEFT JOIN flagged f ON f.person_id = p.id';
const WATCHED = 'LEFT JOIN analytics.person_watched w ON w.person_id = p.id AND w.trailer_id = $1';

/** Value that an order compares. */
interface Order {
  readonly key: string;
  /** The value as a text in cursors. */
  readonly text: string;
  /** The value of parameter 4, which is such a text. */
  readonly position: string;
  /** A table that the value needs. */
  readonly join?: string;
}

const text = (key: string): Order => ({ key, text: 'key', position: '$4::text' });
const integer = (key: string): Order => ({ key, text: 'key::text', position: '$4::text::bigint' });
/** Microseconds since 1970. */
const time = (key: string): Order => ({
  key,
  text: '(extract(epoch FROM key) * 1000000)::bigint::text',
  position: `timestamptz 'epoch' + $4::text::bigint * interval '1 us'`,
});

/** The id breaks ties, so pages neither repeat nor skip people. */
const orders: Record<PeopleSort, Order> = {
  name: text('p.name'),
  email: text('p.email'),
  first: time('p.first_at'),
  last: time('p.last_at'),
  visits: integer('p.visits::bigint'),
  watched: { ...integer('round(coalesce(w.watched_seconds, 0) * 1000)::bigint'), join: WATCHED },
  flags: { ...integer('coalesce(f.flags, 0)::bigint'), join: FLAGS },
  blocked: integer('p.blocked::integer::bigint'),
};

/** People with flags that were not dismissed, and their number. Flags of staff do not count. */
const FLAGGED = `
  SELECT coalesce(proved.id, l.id) AS person_id, count(*)::integer AS flags
  FROM analytics.flags flag JOIN analytics.leads l ON l.id = flag.lead_id
    LEFT JOIN analytics.people proved ON proved.proved_key = l.proved_key
  WHERE flag.dismissed_at IS NULL
    AND NOT EXISTS (SELECT FROM analytics.staff_leads staff WHERE staff.lead_id = l.id)
  GROUP BY 1`;

const onlySql: Record<PeopleOnly, string> = {
  flagged: 'p.id IN (SELECT person_id FROM flagged)',
  blocked: 'p.blocked',
};

/**
 * Returns a page of people, and the number of all that match. Sorts all matches: an index on times or watched seconds
 * would slow down each report of a player more than it saves here.
 */
export async function listPeople(
  db: DataSource,
  { trailerId, limit, after, search, sort, direction, proof, only }: PeopleSelection,
): Promise<{ people: FoundPerson[]; total: number }> {
  const { key, text: keyText, position, join = '' } = orders[sort];
  const [order, comparison] = direction === 'ascending' ? ['ASC', '>'] : ['DESC', '<'];
  const row = await queryRow(
    db,
    z.object({ total: z.int(), people: z.array(found) }),
    `WITH flagged AS MATERIALIZED (${FLAGGED}), matching AS MATERIALIZED (
       SELECT p.id, ${key} AS key FROM analytics.people p ${join}
       WHERE p.visits > 0 AND strpos(p.search_text, $3) > 0 AND ${proofSql(proof)}
         AND ${only === undefined ? 'true' : onlySql[only]}
     ), page AS MATERIALIZED (
       SELECT id, key, ${keyText} AS key_text FROM matching
       WHERE $4::text IS NULL OR (key, id) ${comparison} (${position}, $5::uuid)
       ORDER BY key ${order}, id ${order} LIMIT $2
     )
     SELECT (SELECT count(*)::int FROM matching) AS total,
            (SELECT coalesce(json_agg(entry), '[]') FROM (
               SELECT p.id, p.name, p.email, p.verified_by AS "verifiedBy", ${utc('p.first_at')} AS "firstAt",
                      ${utc('p.last_at')} AS "lastAt", p.visits, p.networks,
                      coalesce(w.watched_seconds, 0) AS "watchedSeconds", w.watched_share AS "watchedShare",
                      coalesce(f.flags, 0) AS flags, p.blocked,
                      page.key_text AS key
               FROM page JOIN analytics.people p USING (id) ${FLAGS} ${WATCHED}
               ORDER BY page.key ${order}, page.id ${order}) AS entry) AS people`,
    [trailerId, limit, foldForSearch(search), after?.key ?? null, after?.id ?? null],
  );
  return row ?? { people: [], total: 0 };
}

/** Seconds. Less counts as not watched, as in the list of leads. */
const LEAST_WATCHED_SECONDS = 1;

/** Counts people, and those who watched a version; null for none. */
export async function countAudience(db: DataSource, trailerId: string | null): Promise<AudienceFigures> {
  const row = await queryRow(
    db,
    audienceFigures,
    `SELECT (SELECT count(*)::int FROM analytics.people WHERE visits > 0) AS people, count(*)::int AS watched,
            count(*) FILTER (WHERE watched_share >= $2)::int AS finished, avg(watched_share) AS "meanShare",
            (SELECT count(*)::int FROM (${FLAGGED}) AS flagged) AS flagged
     FROM analytics.person_watched WHERE trailer_id = $1 AND watched_seconds >= $3`,
    [trailerId, viewingLimits.completedShare, LEAST_WATCHED_SECONDS],
  );
  return row ?? { people: 0, watched: 0, finished: 0, meanShare: null, flagged: 0 };
}
