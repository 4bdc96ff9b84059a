/** Limits of event streams. A file of its own, because the gate loads `limits` and needs none of these. */
export const streamLimits = {
  /** Milliseconds between two comments, at which the session is checked too. Proxies close idle streams after 60 s. */
  pingEveryMs: 20_000,
  /** Milliseconds after which pages reconnect, at random, so that they do not all return at once. */
  retryMs: { min: 1000, max: 5000 },
  /** Milliseconds to which the delay grows while no stream can be opened. */
  maxRetryMs: 30_000,
  /** Streams of a gateway, of a session, and of an IPv4 address or IPv6 /64, such as that of an office. */
  perGateway: 2000,
  perSession: 8,
  perAddress: 256,
} as const;
