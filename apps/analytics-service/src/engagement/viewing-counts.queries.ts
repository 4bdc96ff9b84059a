import { engagementDay, engagementLimits } from '@secure-preview/contracts';
import { queryRow, queryRows } from '@secure-preview/service-kit/postgres';
import type { DataSource } from 'typeorm';
import * as z from 'zod/mini';
import { type Buckets, bucketAt } from './buckets.js';

/** Viewings of the version $1 that are not those of staff. */
const VIEWINGS = `
  analytics.viewing_sessions v JOIN analytics.viewing_summaries s ON s.viewing_session_id = v.id
  WHERE v.trailer_id = $1 AND NOT EXISTS (SELECT FROM analytics.staff_leads staff WHERE staff.lead_id = v.lead_id)`;

/** Plays by bucket. Viewings of versions that stored no plays have their ranges. */
const PLAYS = `
  WITH plays AS (
    SELECT ${bucketAt('play_from')} AS first, ${bucketAt('play_to - 1')} + 1 AS next
    FROM (SELECT unnest(s.plays_from) AS play_from, unnest(s.plays_to) AS play_to FROM ${VIEWINGS}
          UNION ALL
          SELECT lower(piece), upper(piece)
          FROM (SELECT unnest(analytics.multirange_of(s.ranges)) AS piece FROM ${VIEWINGS} AND s.plays_from = '{}') AS p
         ) AS played
    WHERE play_to > play_from
  ), changes AS (
    SELECT coalesce(first, next) AS bucket, CASE WHEN next IS NULL THEN count(*) ELSE -count(*) END AS plays
    FROM plays GROUP BY GROUPING SETS (first, next)
  )
  SELECT coalesce(sum(sum(plays)) OVER (ORDER BY index), 0)::int AS plays
  FROM generate_series(0, $3::int - 1) AS index LEFT JOIN changes ON bucket = index
  GROUP BY index ORDER BY index`;

const bucketPlays = z.object({ plays: z.int() });

/** Counts the plays of each bucket, in order. */
export async function readPlays(
  db: DataSource,
  trailerId: string,
  { seconds, count }: Buckets,
): Promise<number[]> {
  const rows = await queryRows(db, bucketPlays, PLAYS, [trailerId, seconds * 1000, count]);
  return rows.map(({ plays }) => plays);
}

/** Cuts a time to 15 minutes, of which the offsets of all time zones are multiples. */
const quarterHour = (time: string) => `date_bin('15 minutes', ${time}, 'epoch')`;

/**
 * The latest days with viewings. $2: time zone. Times are counted by quarter hour first, because their conversion to a
 * time zone is slow. The collation makes the comparison of keys fast.
 */
const DAYS = `
  WITH viewings AS MATERIALIZED (SELECT v.lead_id, v.started_at FROM ${VIEWINGS} AND s.watched_seconds > 0),
  first_viewings AS (
    SELECT ${quarterHour('min(started_at)')} AS at FROM viewings JOIN analytics.leads l ON l.id = lead_id
    GROUP BY coalesce(l.proved_key, l.id::text) COLLATE "C"
  ), moments AS (
    SELECT ${quarterHour('started_at')} AS at, 0 AS people, count(*) AS viewings FROM viewings GROUP BY 1
    UNION ALL SELECT at, count(*), 0 FROM first_viewings GROUP BY 1
  ), days AS (
    SELECT (at AT TIME ZONE $2)::date AS day, sum(people)::int AS "newViewers", sum(viewings)::int AS viewings
    FROM moments GROUP BY 1 ORDER BY 1 DESC LIMIT ${engagementLimits.maxDays}
  )
  SELECT coalesce(json_agg(days ORDER BY day), '[]') AS days FROM days`;

/** Counts viewings by day, in order. */
export async function readDays(db: DataSource, trailerId: string, timeZone: string) {
  const row = await queryRow(db, z.object({ days: z.array(engagementDay) }), DAYS, [trailerId, timeZone]);
  return row?.days ?? [];
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
