/**
 * A file of its own, because the gate loads `limits` and needs none of these. With all values at their limits, the
 * settings fit into a message of 256 KiB.
 */
export const settingsLimits = {
  /** Characters of one line. */
  line: { max: 200 },
  /** Characters of the fallback description. */
  description: { max: 2000 },
  /** Characters. */
  webhookUrl: { max: 1000 },
  terms: {
    /** Characters of the terms in one language. */
    max: 50_000,
    /** Bytes of the terms in all languages, as JSON. */
    maxTotalBytes: 180_000,
  },
  /** Bytes of the JSON body of a change. */
  maxBodyBytes: 262_144,
  /** Changes in a page of the history, unless the query has a limit. */
  historyPage: 8,
  /** Unsent mails in a page, unless the query has a limit. */
  unsentPage: 5,
  /** Highest version (a Postgres integer). */
  maxVersion: 2_147_483_647,
} as const;
