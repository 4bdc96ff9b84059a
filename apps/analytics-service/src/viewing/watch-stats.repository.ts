/** What a lead has watched. */
export interface WatchStats {
  /** The trailer it watched last; null when a viewing was bound to none. */
  readonly trailerId: string | null;
  /** Seconds of the trailer it watched last; what was seen twice counts once. */
  readonly seconds: number;
  /** Share of that trailer, 0 to 1; null when its length is not known. */
  readonly share: number | null;
  /** ISO 8601 in UTC: the last sign of any of its players. */
  readonly lastSeenAt: string;
}

export abstract class WatchStatsRepository {
  /** By lead id; a lead that never started a player is not among them. */
  abstract ofLeads(leadIds: readonly string[]): Promise<Map<string, WatchStats>>;
}
