import { engagementDay, engagementLimits, viewingLimits } from '@secure-preview/contracts';
import { queryRow } from '@secure-preview/service-kit/postgres';
import type { DataSource, EntityManager } from 'typeorm';
import * as z from 'zod/mini';
import type { Buckets } from './buckets.js';

const { endShare, endSeconds, maxDays } = engagementLimits;

const watchFigures = z.object({
  viewers: z.int(),
  finished: z.int(),
  meanShare: z.nullable(z.number()),
  medianShare: z.nullable(z.number()),
  lengthSeconds: z.nullable(z.number()),
  furthestSeconds: z.nullable(z.number()),
});

/** Returns the figures of all people who watched a version. */
export function readWatchFigures(db: EntityManager, trailerId: string) {
  return queryRow(
    db,
    watchFigures,
    `SELECT count(*)::int AS viewers, count(*) FILTER (WHERE watched_share >= ${viewingLimits.completedShare})::int AS finished,
            avg(watched_share) AS "meanShare",
            percentile_cont(0.5) WITHIN GROUP (ORDER BY watched_share) AS "medianShare",
            max(trailer_seconds) AS "lengthSeconds", max(upper(played))::float8 / 1000 AS "furthestSeconds"
     FROM analytics.person_watched WHERE trailer_id = $1`,
    [trailerId],
  );
}

/** Selects the index of the bucket of a position in milliseconds. $2: milliseconds of a bucket; $3: number of buckets. */
const bucketAt = (ms: string) => `least((${ms}) / $2::int, $3::int - 1)`;

/**
 * People by the buckets of their first and their furthest second, and the buckets that they left out in between. $4:
 * position in milliseconds from which on the end is reached; null if the length is unknown.
 */
const PEOPLE = `
  people AS MATERIALIZED (
    SELECT ${bucketAt('lower(played)')} AS first, ${bucketAt('upper(played) - 1')} AS last, count(*) AS people,
           count(*) FILTER (WHERE upper(played) >= $4::int) AS ended
    FROM analytics.person_watched WHERE trailer_id = $1 GROUP BY 1, 2
  ), gaps AS (
    SELECT ${bucketAt('lower(gap) - 1')} + 1 AS first, ${bucketAt('upper(gap)')} AS next
    FROM (SELECT unnest(int4multirange(range_merge(played)) - played) AS gap
          FROM analytics.person_watched WHERE trailer_id = $1) AS g
  )`;

/** Viewings that are not those of staff. Viewings of versions that stored no plays have their ranges. */
const VIEWINGS = `
  viewings AS MATERIALIZED (
    SELECT v.lead_id, v.started_at, s.watched_seconds > 0 AS has_watched, s.plays_from, s.plays_to,
           CASE WHEN s.plays_from = '{}' THEN analytics.multirange_of(s.ranges) END AS ranges
    FROM analytics.viewing_sessions v JOIN analytics.viewing_summaries s ON s.viewing_session_id = v.id
    WHERE v.trailer_id = $1 AND NOT EXISTS (SELECT FROM analytics.staff_leads staff WHERE staff.lead_id = v.lead_id)
  ), plays AS (
    SELECT ${bucketAt('play_from')} AS first, ${bucketAt('play_to - 1')} + 1 AS next
    FROM (SELECT unnest(plays_from) AS play_from, unnest(plays_to) AS play_to FROM viewings
          UNION ALL
          SELECT lower(piece), upper(piece) FROM (SELECT unnest(ranges) AS piece FROM viewings WHERE ranges IS NOT NULL) AS p
         ) AS played
    WHERE play_to > play_from
  )`;

/** Selects by how much numbers change from bucket to bucket. A number sums the changes up to its bucket. */
const CHANGES = `
  changes AS (
    SELECT first AS bucket, people AS saw, 0 AS plays, 0 AS lost, 0 AS ended FROM people
    UNION ALL SELECT last + 1, -people, 0, 0, 0 FROM people
    UNION ALL SELECT last, 0, 0, people, ended FROM people
    UNION ALL SELECT coalesce(first, next), CASE WHEN first IS NULL THEN count(*) ELSE -count(*) END, 0, 0, 0
      FROM gaps WHERE first < next GROUP BY GROUPING SETS (first, next)
    UNION ALL SELECT coalesce(first, next), 0, CASE WHEN next IS NULL THEN count(*) ELSE -count(*) END, 0, 0
      FROM plays GROUP BY GROUPING SETS (first, next)
  ), by_bucket AS (
    SELECT bucket, sum(saw) AS saw, sum(plays) AS plays, sum(lost) AS lost, sum(ended) AS ended
    FROM changes GROUP BY bucket
  )`;

const BUCKETS = `
  buckets AS (
    SELECT index, coalesce(sum(lost) OVER (ORDER BY index DESC), 0)::int AS watching,
           coalesce(sum(saw) OVER upwards, 0)::int AS saw, coalesce(sum(plays) OVER upwards, 0)::int AS plays,
           coalesce(lost - ended, 0)::int AS left, coalesce(ended, 0)::int AS ended
    FROM generate_series(0, $3::int - 1) AS index LEFT JOIN by_bucket ON bucket = index
    WINDOW upwards AS (ORDER BY index)
  )`;

/** Cuts a time to 15 minutes, of which the offsets of all time zones are multiples. */
const quarterHour = (time: string) => `date_bin('15 minutes', ${time}, 'epoch')`;

/**
 * The latest days with viewings. $5: time zone. Times are counted by quarter hour first, because their conversion to a
 * time zone is slow. The collation makes the comparison of keys fast.
 */
const DAYS = `
  first_viewings AS (
    SELECT ${quarterHour('min(started_at)')} AS at FROM viewings JOIN analytics.leads l ON l.id = lead_id
    WHERE has_watched GROUP BY coalesce(l.proved_key, l.id::text) COLLATE "C"
  ), moments AS (
    SELECT ${quarterHour('started_at')} AS at, 0 AS people, count(*) AS viewings FROM viewings WHERE has_watched GROUP BY 1
    UNION ALL SELECT at, count(*), 0 FROM first_viewings GROUP BY 1
  ), days AS (
    SELECT (at AT TIME ZONE $5)::date AS day, sum(people)::int AS "newViewers", sum(viewings)::int AS viewings
    FROM moments GROUP BY 1 ORDER BY 1 DESC LIMIT ${maxDays}
  )`;

/** One statement, because buckets and days need the same viewings. */
const COUNTS = `
  WITH ${[PEOPLE, VIEWINGS, CHANGES, BUCKETS, DAYS].join(',')}
  SELECT (SELECT json_agg(buckets ORDER BY index) FROM buckets) AS buckets,
         (SELECT coalesce(json_agg(days ORDER BY day), '[]') FROM days) AS days`;

const engagementCounts = z.object({
  buckets: z.array(
    z.object({
      watching: z.int(),
      saw: z.int(),
      plays: z.int(),
      left: z.int(),
      /** People whose furthest second is in this bucket, and who reached the end. */
      ended: z.int(),
    }),
  ),
  days: z.array(engagementDay),
});

interface CountedVersion {
  readonly trailerId: string;
  /** Null if unknown. */
  readonly lengthSeconds: number | null;
  readonly buckets: Buckets;
  readonly timeZone: string;
}

/** Counts people and plays by bucket and by day, in order. */
export async function readCounts(db: EntityManager, version: CountedVersion) {
  const { trailerId, lengthSeconds, buckets, timeZone } = version;
  const endMs =
    lengthSeconds === null
      ? null
      : Math.round(Math.max(lengthSeconds - endSeconds, lengthSeconds * endShare) * 1000);
  const values = [trailerId, buckets.seconds * 1000, buckets.count, endMs, timeZone];
  const counts = await queryRow(db, engagementCounts, COUNTS, values);
  return counts ?? { buckets: [], days: [] };
}

/** SQLSTATE of an unknown time zone. */
const INVALID_PARAMETER = '22023';

/** Returns the time zone, or UTC if Postgres does not know it: its list may be older than that of Node. */
export async function knownTimeZone(db: DataSource, timeZone: string): Promise<string> {
  try {
    await db.query('SELECT now() AT TIME ZONE $1', [timeZone]);
    return timeZone;
  } catch (error) {
    const { driverError } = error as { driverError?: { code?: string } };
    if (driverError?.code === INVALID_PARAMETER) return 'UTC';
    throw error;
  }
}
