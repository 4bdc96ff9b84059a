/** Watch statistics of a lead. */
export interface WatchStats {
  /** The trailer that the lead watched last; null if that viewing had no trailer. */
  readonly trailerId: string | null;
  /** Seconds watched of that trailer; what was watched twice counts once. */
  readonly seconds: number;
  /** Share of that trailer, 0 to 1; null when its length is not known. */
  readonly share: number | null;
  /** When any player of the lead was last seen; ISO 8601 in UTC. */
  readonly lastSeenAt: string;
}

export abstract class WatchStatsRepository {
  /** Returns stats by lead id. Leads that never started a player are absent. */
  abstract ofLeads(leadIds: readonly string[]): Promise<Map<string, WatchStats>>;
}
