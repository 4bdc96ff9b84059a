import { type BlockKind, type BlocksSort, blockChange } from '@secure-preview/contracts';
import { type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';
import { foldForSearch } from '../listing/fold-for-search.js';
import { CURRENT, NEWEST_FIRST } from './block.queries.js';

/** Part of a list of blocks or of their changes that a page shows. */
export interface BlockSelection {
  readonly limit: number;
  /** Id of the last row of the page before. */
  readonly after: string | undefined;
  readonly search: string | undefined;
  readonly kind: BlockKind | undefined;
  readonly sort: BlocksSort;
}

/** A row of a list, with the number of its change. */
const listed = z.object({ ...blockChange.shape, id: z.string() });
export type ListedBlock = z.output<typeof listed>;

export interface BlocksPage {
  readonly rows: ListedBlock[];
  readonly total: number;
}

/** The id breaks ties, so pages neither repeat nor skip blocks. */
const orders: Record<BlocksSort, { key: string; direction: 'ASC' | 'DESC' }> = {
  newest: { key: 'id', direction: 'DESC' },
  oldest: { key: 'id', direction: 'ASC' },
  value: { key: 'value', direction: 'ASC' },
};

/**
 * Returns a page of a list, and how many rows match. Undefined if the row `after` is unknown.
 *
 * @param byNames administrators whose changes match, whatever their text is
 */
async function listFrom(
  db: Queryable,
  source: string,
  { limit, after, search, kind, sort }: BlockSelection,
  byNames: readonly string[] = [],
): Promise<BlocksPage | undefined> {
  const { key, direction } = orders[sort];
  const row = await queryRow(
    db,
    z.object({ afterExists: z.boolean(), total: z.number(), rows: z.array(listed) }),
    `WITH matching AS MATERIALIZED (
       SELECT *, ${key} AS sort_key FROM (${source}) AS b
       WHERE (strpos(search_text, $1) > 0 OR by_name = ANY ($5)) AND ($2::text IS NULL OR kind = $2)
     ), position AS MATERIALIZED (SELECT ${key} AS sort_key, id FROM auth.blocks WHERE id = $3),
     page AS MATERIALIZED (
       SELECT * FROM matching
       WHERE $3::bigint IS NULL
         OR (sort_key, id) ${direction === 'ASC' ? '>' : '<'} (SELECT sort_key, id FROM position)
       ORDER BY sort_key ${direction}, id ${direction} LIMIT $4
     )
     SELECT ($3::bigint IS NULL OR EXISTS (SELECT FROM position)) AS "afterExists",
            (SELECT count(*)::int FROM matching) AS total,
            (SELECT coalesce(json_agg(entry), '[]') FROM (
               SELECT id::text, kind, value, blocked, note, by_name AS "byName",
                      to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
               FROM page ORDER BY sort_key ${direction}, page.id ${direction}) AS entry) AS rows`,
    [foldForSearch(search ?? ''), kind ?? null, after ?? null, limit, byNames],
  );
  return row?.afterExists ? { rows: row.rows, total: row.total } : undefined;
}

/** Lists present blocks. */
export const listPresent = (db: Queryable, selection: BlockSelection) =>
  listFrom(db, `SELECT * FROM (${CURRENT} ${NEWEST_FIRST}) AS current WHERE blocked`, selection);

/** Lists all changes. The search also matches administrators. */
export const listChanges = async (db: Queryable, selection: BlockSelection) =>
  listFrom(db, 'SELECT * FROM auth.blocks', selection, await administratorsMatching(db, selection.search));

/** Returns the few administrators whose claimed name contains a text. Postgres cannot fold names as the search does. */
async function administratorsMatching(db: Queryable, search: string | undefined): Promise<string[]> {
  const text = foldForSearch(search ?? '');
  if (text === '') return [];
  const sql = 'SELECT DISTINCT by_name AS name FROM auth.blocks WHERE by_name IS NOT NULL';
  const administrators = await queryRows(db, z.object({ name: z.string() }), sql);
  return administrators.map(({ name }) => name).filter((name) => foldForSearch(name).includes(text));
}
