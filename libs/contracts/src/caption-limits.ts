/** A file of its own, because the gate loads `limits` and needs none of these. */
export const captionLimits = {
  /** Bytes of UTF-8; the dialogue of a feature film takes about 100,000. */
  maxBytes: 180_000,
  /** Bytes of the JSON body for such a file, where line breaks and quotes take two bytes each. */
  maxBodyBytes: 262_144,
  /** Characters of one caption on screen. */
  cue: { max: 2000 },
  /** Characters (RFC 5646, 4.4.1). */
  languageTag: { max: 35 },
  /** Characters. */
  label: { max: 60 },
  /** Languages of one trailer. */
  perTrailer: 12,
} as const;
