/** Limits of found copies. Source: docs/product.md#leaks. */
export const leakLimits = {
  clip: {
    /** Bytes. */
    maxBytes: 524_288_000,
    /** Shorter clips name nobody: 21 segments of half a second are needed for a single person. */
    minSeconds: 5,
    maxSeconds: 600,
    /** Characters of the file name that is kept with a case. */
    nameLength: 200,
  },
  /** Trailers of more segments are not compared: docs/forensic-marking.md#rounding. */
  segments: 2000,
  /** Cases in the list, newest first. */
  cases: 200,
  /** Characters of a note on a case. */
  noteLength: 2000,
} as const;
