/** A file of its own, because the gate loads `limits` and needs none of these. */
export const viewingLimits = {
  /** Share of the trailer that counts as completed. */
  completedShare: 0.9,
  maxRangesPerUpdate: 200,
  /** Plays of a viewing that are stored; it limits the size of rows. People produce far fewer. */
  maxPlays: 1000,
  sessionsPerHour: 20,
  minMsBetweenEvents: 1000,
  maxDeliveriesPerCommand: 500,
  /** Granted trailers of a session that are sent to media-service. */
  grantedTrailers: 50,
  /** Maximum seconds by which the start of a viewing session is backdated after an analytics-service outage. */
  maxBackdateSeconds: 12 * 60 * 60,
} as const;
