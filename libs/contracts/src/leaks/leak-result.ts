import * as z from 'zod/mini';

/** A part of the clip without a cut, in seconds. */
const leakRun = z.object({
  clipFrom: z.number(),
  clipTo: z.number(),
  /** Time of the trailer at `clipFrom`. */
  trailerFrom: z.number(),
  /** Seconds of the trailer in a second of the clip; 1 unless the clip is faster or slower. */
  rate: z.number(),
});

/** What was read of one segment. Segments of which nothing was read are absent. */
const readMark = z.object({
  segment: z.int(),
  /** Time of the trailer at which the segment begins. */
  atSeconds: z.number(),
  /** Variant that the clip shows. */
  seen: z.union([z.literal(0), z.literal(1)]),
  /** How clearly, from 1 to 30. */
  weight: z.int(),
});
export type ReadMark = z.infer<typeof readMark>;

/** The version whose pictures the clip shows, and what was read. */
export const leakReading = z.object({
  trailerId: z.uuid(),
  title: z.string(),
  uploadedAt: z.iso.datetime(),
  /** Length of the version. */
  trailerSeconds: z.number(),
  mirrored: z.boolean(),
  runs: z.array(leakRun),
  marks: z.array(readMark),
  /** Segments with a weight. */
  readableSegments: z.int(),
});
export type LeakReading = z.infer<typeof leakReading>;

/** A copy that the clip shows (docs/forensic-marking.md). */
export const namedCopy = z.object({
  markId: z.uuid(),
  trailerId: z.uuid(),
  test: z.enum(['single', 'pair']),
  /** log10 of the bound that this name meets. */
  log10Np: z.number(),
  /** Mark ids of the copies with which this one passes the test of pairs. */
  partners: z.array(z.uuid()),
  /** Mark ids with the same codeword in all readable segments. */
  sameCodeword: z.array(z.uuid()),
  /** Segments in which the copy of this person differs from what the clip shows. */
  differs: z.array(z.int()),
});
export type NamedCopyResult = z.infer<typeof namedCopy>;

/** Which file was read, and by what. */
export const clipProvenance = z.object({
  /** SHA-256 of the file (FIPS 180-4), in hexadecimal digits. */
  sha256: z.string(),
  /** Version of the portal. */
  portalVersion: z.string(),
});

/** Why nobody is named. Of a newer version, the code may be unknown. */
export const inconclusiveCodes = [
  /** No version with marks can be compared. */
  'noMarkedVersions',
  /** The clip is black, a still without detail, or too short. */
  'plain',
  /** None of its pictures are those of a marked version. */
  'otherFilm',
  /** It shows the version, but no picture is clear enough. */
  'unreadable',
  'noCodewords',
  /** Parameters: `readable`, `needed`. */
  'tooFewReadableSegments',
  /** Parameters: `bits`, `neededBits`. */
  'markTooWeak',
  'nobodyStandsOut',
] as const;
export type InconclusiveCode = (typeof inconclusiveCodes)[number];

export const leakResult = z.object({
  /** Absent in results of older versions. */
  provenance: z.optional(clipProvenance),
  verdict: z.enum(['named', 'several', 'inconclusive']),
  /** Empty for an inconclusive result. */
  names: z.array(namedCopy),
  /** Null unless the result is inconclusive. */
  reason: z.nullable(z.object({ code: z.string(), params: z.record(z.string(), z.number()) })),
  /** Estimated seconds of such a clip that would have been enough; null if no length would, or somebody is named. */
  enoughSeconds: z.nullable(z.number()),
  /** N: the codewords that were scored for names. */
  codewordsScored: z.int(),
  /** The version with most bits first; empty if the clip shows no marked version. */
  readings: z.array(leakReading),
});
export type LeakResult = z.infer<typeof leakResult>;
