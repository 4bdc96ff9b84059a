import { engagementLimits, viewingLimits } from '@secure-preview/contracts';
import { queryRow } from '@secure-preview/service-kit/postgres';
import type { DataSource } from 'typeorm';
import * as z from 'zod/mini';
import { type Buckets, bucketAt } from './buckets.js';

const { endShare, endSeconds } = engagementLimits;

const extent = z.object({
  lengthSeconds: z.nullable(z.number()),
  furthestSeconds: z.nullable(z.number()),
});

/** Returns the length of a version, and the furthest second that anybody watched; null if unknown. */
export const readExtent = (db: DataSource, trailerId: string) =>
  queryRow(
    db,
    extent,
    `SELECT max(trailer_seconds) AS "lengthSeconds", max(upper(played))::float8 / 1000 AS "furthestSeconds"
     FROM analytics.person_watched WHERE trailer_id = $1`,
    [trailerId],
  );

/**
 * People by the buckets of their first and their furthest second, and the buckets that they left out in between. $4:
 * position in milliseconds from which on the end is reached; null if the length is unknown.
 */
const PEOPLE = `
  watched AS (SELECT played, watched_share FROM analytics.person_watched WHERE trailer_id = $1),
  figures AS (
    SELECT count(*)::int AS viewers, count(*) FILTER (WHERE watched_share >= ${viewingLimits.completedShare})::int AS finished,
           avg(watched_share) AS mean, percentile_cont(0.5) WITHIN GROUP (ORDER BY watched_share) AS median
    FROM watched
  ), people AS MATERIALIZED (
    SELECT ${bucketAt('lower(played)')} AS first, ${bucketAt('upper(played) - 1')} AS last, count(*) AS people,
           count(*) FILTER (WHERE upper(played) >= $4::int) AS ended
    FROM watched GROUP BY 1, 2
  ), gaps AS (
    SELECT ${bucketAt('lower(gap) - 1')} + 1 AS first, ${bucketAt('upper(gap)')} AS next
    FROM (SELECT unnest(int4multirange(range_merge(played)) - played) AS gap
          FROM watched WHERE played <> int4multirange(range_merge(played))) AS g
  )`;

/** Selects by how much numbers change from bucket to bucket. A number sums the changes up to its bucket. */
const CHANGES = `
  changes AS (
    SELECT first AS bucket, people AS saw, 0 AS lost, 0 AS ended FROM people
    UNION ALL SELECT last + 1, -people, 0, 0 FROM people
    UNION ALL SELECT last, 0, people, ended FROM people
    UNION ALL SELECT coalesce(first, next), CASE WHEN first IS NULL THEN count(*) ELSE -count(*) END, 0, 0
      FROM gaps WHERE first < next GROUP BY GROUPING SETS (first, next)
  ), by_bucket AS (
    SELECT bucket, sum(saw) AS saw, sum(lost) AS lost, sum(ended) AS ended FROM changes GROUP BY bucket
  )`;

const BUCKETS = `
  buckets AS (
    SELECT index, coalesce(sum(lost) OVER (ORDER BY index DESC), 0)::int AS watching,
           coalesce(sum(saw) OVER (ORDER BY index), 0)::int AS saw,
           coalesce(lost - ended, 0)::int AS left, coalesce(ended, 0)::int AS ended
    FROM generate_series(0, $3::int - 1) AS index LEFT JOIN by_bucket ON bucket = index
  )`;

/** One statement, because buckets must fit the number of viewers. */
const COUNTS = `
  WITH ${[PEOPLE, CHANGES, BUCKETS].join(',')}
  SELECT viewers, finished, mean AS "meanShare", median AS "medianShare",
         (SELECT json_agg(buckets ORDER BY index) FROM buckets) AS buckets
  FROM figures`;

const peopleCounts = z.object({
  viewers: z.int(),
  finished: z.int(),
  meanShare: z.nullable(z.number()),
  medianShare: z.nullable(z.number()),
  buckets: z.array(
    z.object({
      watching: z.int(),
      saw: z.int(),
      left: z.int(),
      /** People whose furthest second is in this bucket, and who reached the end. */
      ended: z.int(),
    }),
  ),
});

/** Counts the people who watched a version, by bucket in order. @param lengthSeconds null if unknown */
export function readPeopleCounts(
  db: DataSource,
  trailerId: string,
  lengthSeconds: number | null,
  buckets: Buckets,
) {
  const endMs =
    lengthSeconds === null
      ? null
      : Math.round(Math.max(lengthSeconds - endSeconds, lengthSeconds * endShare) * 1000);
  const values = [trailerId, buckets.seconds * 1000, buckets.count, endMs];
  return queryRow(db, peopleCounts, COUNTS, values);
}
