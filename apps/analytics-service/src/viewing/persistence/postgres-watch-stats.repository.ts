import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type WatchStats, WatchStatsRepository } from '../watch-stats.repository.js';

/** Selects the trailer that each lead played last. Trailers that were only opened count for `lastSeenAt`. */
const WATCHED = `
  SELECT DISTINCT ON (lead_id) lead_id AS "leadId", trailer_id AS "trailerId", watched_seconds AS seconds,
         CASE WHEN watched_seconds > trailer_seconds THEN 1 ELSE watched_seconds / trailer_seconds END AS share,
         to_char(max(last_seen_at) OVER (PARTITION BY lead_id) AT TIME ZONE 'UTC',
                 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "lastSeenAt"
  FROM analytics.watched_summaries WHERE lead_id = ANY ($1::uuid[])
  ORDER BY lead_id, played_at DESC NULLS LAST, last_seen_at DESC`;

@Injectable()
export class PostgresWatchStatsRepository extends WatchStatsRepository {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async ofLeads(leadIds: readonly string[]): Promise<Map<string, WatchStats>> {
    const rows: (WatchStats & { leadId: string })[] = await this.dataSource.query(WATCHED, [leadIds]);
    return new Map(rows.map(({ leadId, ...watched }) => [leadId, watched]));
  }
}
