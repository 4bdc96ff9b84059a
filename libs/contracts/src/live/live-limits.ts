/** Limits of the live state (docs/product.md#live). A file of its own, because the gate loads `limits`. */
export const liveLimits = {
  /** Milliseconds after the last signal of a player from which it is shown as without signal. */
  noSignalAfterMs: 15_000,
  /** Milliseconds after the last signal of a player until it is not shown any more. */
  goneAfterMs: 30_000,
  /** Sessions whose players are known; above it, the session silent for longest is dropped. */
  maxSessions: 5000,
  /** Players of a session that are known; above it, the player silent for longest is dropped. */
  maxPlayersPerSession: 8,
  /** Players of a visit in the list, such as two tabs; further ones are counted. */
  maxListedPerVisit: 2,
  page: { default: 100, max: 500 },
} as const;
