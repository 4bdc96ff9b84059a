import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Watched, WatchedRepository } from '../watched.repository.js';

/** Newest viewing sessions of a lead that are looked at, so that nobody can make the list slow with sessions. */
const SESSIONS_PER_LEAD = 100;

/**
 * Of each lead the trailer that was played last, with the union of what its sessions played. Times at which nothing
 * was played count for the last sign of life only.
 */
const WATCHED = `
  WITH recent AS (
    SELECT v.* FROM unnest($1::uuid[]) AS wanted (id), LATERAL (
      SELECT v.lead_id, v.trailer_id, v.trailer_seconds, s.ranges, s.watched_seconds, s.last_seen_at
      FROM analytics.viewing_sessions v JOIN analytics.viewing_summaries s ON s.viewing_session_id = v.id
      WHERE v.lead_id = wanted.id ORDER BY v.started_at DESC LIMIT ${SESSIONS_PER_LEAD}) v
  ), played AS (
    SELECT lead_id, trailer_id, max(trailer_seconds) AS length,
           max(last_seen_at) FILTER (WHERE watched_seconds > 0) AS played_at,
           (SELECT coalesce(sum(upper(piece) - lower(piece)), 0)::float8
            FROM unnest(range_agg(parts.played)) AS piece) AS seconds
    FROM recent CROSS JOIN LATERAL (
      SELECT range_agg(numrange((part->>0)::numeric, (part->>1)::numeric)) AS played
      FROM jsonb_array_elements(ranges) AS part) AS parts
    GROUP BY lead_id, trailer_id
  )
  SELECT DISTINCT ON (lead_id) lead_id AS "leadId", seconds,
         CASE WHEN seconds > length THEN 1 ELSE seconds / length END AS share,
         to_char(seen.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "lastSeenAt"
  FROM played JOIN (SELECT lead_id, max(last_seen_at) AS at FROM recent GROUP BY lead_id) seen USING (lead_id)
  ORDER BY lead_id, played_at DESC NULLS LAST`;

@Injectable()
export class PostgresWatchedRepository extends WatchedRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async ofLeads(leadIds: readonly string[]): Promise<Map<string, Watched>> {
    const rows: (Watched & { leadId: string })[] = await this.dataSource.query(WATCHED, [leadIds]);
    return new Map(rows.map(({ leadId, ...watched }) => [leadId, watched]));
  }
}
