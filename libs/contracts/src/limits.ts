/** Limits of the product. Source: docs/product.md. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const limits = {
  /** Characters. */
  name: { min: 1, max: 200 },
  /** Characters (RFC 5321, 4.5.3.1.3, less the brackets). */
  email: { max: 254 },
  /** Characters stored of a User-Agent header. */
  userAgent: { max: 512 },
  /** Characters. */
  uploadPassword: { min: 10, max: 1024 },
  /** Characters. */
  trailerTitle: { min: 1, max: 200 },
  /** Characters of description markup. */
  description: { max: 20_000 },
  video: {
    /** Bytes. The page's text says 300MB, 500MB is enforced (docs/product.md#objects-and-trailers). */
    maxBytes: 524_288_000,
    /** Trailers last minutes. The limit bounds disk space and time for a forged file. */
    maxHours: 6,
    /** Frame with the maximum number of pixels, in either orientation. Larger frames need too much memory. */
    maxFrame: { width: 8192, height: 4352 },
  },
  poster: { maxBytes: 10_485_760, aspectRatio: 16 / 9, aspectTolerance: 0.01, maxPixels: 50_000_000 },
  access: {
    /** Characters that a visitor gives as the reason of a request. */
    reason: { max: 1000 },
    /** Characters of the message of invitations. */
    message: { max: 2000 },
    /** Characters of the note on a block. */
    note: { max: 200 },
    /** Invitations in a page of the list, and in one action. */
    page: { default: 100, max: 250 },
    /** Rows of an import, and of one call that adds rows. */
    importRows: 5000,
    importCall: 250,
    /** Blocked domains and networks, which every gateway keeps in memory. */
    blockRules: 1000,
    code: { digits: 6, tries: 5, seconds: 600, resendSeconds: 60, perDay: 10 },
  },
  /** Bytes of a JSON request body. */
  jsonBody: { maxBytes: 65_536 },
  /** Seconds within which the PUT to an upload URL must begin. */
  uploadUrlSeconds: 15 * 60,
  /** Lifetime of an object URL given to a viewer, in seconds. */
  mediaUrlSeconds: 60,
  /** Minimum remaining lifetime of an object URL when a viewer receives it, in seconds. */
  mediaUrlLeastSeconds: 30,
  /** Consecutive segments that are signed at once. Marked segments last from 0.5 s. */
  segmentWindow: { seconds: 32, segments: 32, markedSegments: 64 },
  /** Seconds of film whose URLs a page receives at once. A session can play this part after its visit has ended. */
  urlsAheadSeconds: 12,
  /** Leads per page; a total beyond `exactTotal` is estimated. */
  leadsPage: { default: 100, max: 500, exactTotal: 10_000 },
} as const;
