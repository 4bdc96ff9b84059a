import type { EntityManager } from 'typeorm';
import type { PlayedRange } from '../played-ranges.js';

/** Key of a watch summary: a lead, and a trailer or none. */
export interface WatchSummaryKey {
  readonly leadId: string;
  readonly trailerId: string | null;
  /** Null if unknown. */
  readonly trailerSeconds: number | null;
}

/**
 * Records that a lead was seen with a trailer, and locks its summary until the transaction ends.
 *
 * @returns the ranges that it watched so far
 */
export async function recordSeen(
  db: EntityManager,
  { leadId, trailerId, trailerSeconds }: WatchSummaryKey,
): Promise<PlayedRange[]> {
  const [summary]: { ranges: PlayedRange[] }[] = await db.query(
    `INSERT INTO analytics.watched_summaries AS known (lead_id, trailer_id, trailer_seconds) VALUES ($1, $2, $3)
     ON CONFLICT (lead_id, (coalesce(trailer_id, '00000000-0000-0000-0000-000000000000'))) DO UPDATE
     SET last_seen_at = clock_timestamp(), trailer_seconds = coalesce(excluded.trailer_seconds, known.trailer_seconds)
     RETURNING ranges`,
    [leadId, trailerId, trailerSeconds],
  );
  return summary?.ranges ?? [];
}

/** Stores what a lead watched of a trailer. `recordSeen` has locked its summary before. */
export async function storeWatchSummary(
  db: EntityManager,
  { leadId, trailerId }: WatchSummaryKey,
  ranges: readonly PlayedRange[],
  seconds: number,
): Promise<void> {
  await db.query(
    `UPDATE analytics.watched_summaries SET ranges = $3, watched_seconds = $4, played_at = clock_timestamp()
     WHERE lead_id = $1 AND trailer_id IS NOT DISTINCT FROM $2`,
    [leadId, trailerId, JSON.stringify(ranges), seconds],
  );
}
