import { type Queryable, queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import * as z from 'zod';

const listed = z.object({
  version: z.number(),
  at: z.iso.datetime(),
  byName: z.string().nullable(),
  overrides: z.record(z.string(), z.unknown()),
});
export type ListedVersion = z.output<typeof listed>;

/** Replaces the texts of the terms, which may have 180 KB in each version, by their SHA-256. */
const WITH_HASHED_TERMS = `CASE WHEN jsonb_typeof(overrides->'termsTexts') = 'object'
  THEN jsonb_set(overrides, '{termsTexts}', (
    SELECT coalesce(jsonb_object_agg(key, encode(sha256(convert_to(value, 'UTF8')), 'hex')), '{}')
    FROM jsonb_each_text(overrides->'termsTexts')))
  ELSE overrides END`;

/** Returns at most `count` versions below `before`, or the newest ones, newest first. */
export function listVersions(db: Queryable, before: number | null, count: number): Promise<ListedVersion[]> {
  return queryRows(
    db,
    listed,
    `SELECT version, by_name AS "byName", ${WITH_HASHED_TERMS} AS overrides,
            to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
     FROM auth.settings_versions WHERE $1::integer IS NULL OR version < $1
     ORDER BY version DESC LIMIT $2`,
    [before, count],
  );
}

/** Returns the number of all versions. */
export async function countVersions(db: Queryable): Promise<number> {
  const sql = 'SELECT count(*)::integer AS versions FROM auth.settings_versions';
  return (await queryRow(db, z.object({ versions: z.number() }), sql))?.versions ?? 0;
}
