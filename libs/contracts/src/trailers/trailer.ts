import * as z from 'zod/mini';
import { caption } from '../captions/caption.js';
import { trailerStatus } from './active-trailer.js';
import { trailerNotice } from './trailer-notice.js';

/**
 * Current step of the processing of a trailer, or the reason why it waits: `storage-unavailable` remains until the next
 * attempt, at most a few minutes later.
 */
export const processingStep = z.enum([
  'download',
  'probe',
  'remux',
  'encode',
  'store',
  'poster',
  'storage-unavailable',
]);
export type ProcessingStep = z.infer<typeof processingStep>;

/** A trailer as the administrator reads it. */
export const trailer = z.object({
  id: z.uuid(),
  title: z.string(),
  /** URL of the playlist on the portal; null until the trailer can be played. */
  videoURL: z.nullable(z.string()),
  posterURL: z.nullable(z.string()),
  /** Sanitised markup; null when there is none. */
  description: z.nullable(z.string()),
  status: trailerStatus,
  /**
   * A `ProcessingStep`, or a step that only a newer version has; null when queued or when nothing is left.
   */
  step: z.nullable(z.string()),
  /** Percent of the processing, 0 to 100. */
  progress: z.number().check(z.minimum(0), z.maximum(100)),
  /** Estimated seconds until processing is done; null while no worker processes it. */
  secondsLeft: z.nullable(z.number().check(z.minimum(0))),
  /** False while any rendition is still to be made, even if the trailer can already be played. */
  finished: z.boolean(),
  /** Sentence that describes the problem of the file. */
  failure: z.nullable(z.string()),
  /** `failure` as a code with parameters. Optional, because older services do not send it. */
  failureNotice: z.optional(z.nullable(trailerNotice)),
  active: z.boolean(),
  durationSeconds: z.nullable(z.number()),
  captions: z.array(caption),
  createdAt: z.iso.datetime(),
});
export type Trailer = z.infer<typeof trailer>;

/** A size in which a trailer can be watched. */
export const listedRendition = z.object({
  /** Height of the box that the picture fits, such as 720; null when the source was copied unchanged. */
  rung: z.nullable(z.int()),
  width: z.int(),
  height: z.int(),
});
export type ListedRendition = z.infer<typeof listedRendition>;

/** Result of reading the marks of a small and poor copy of a marked trailer. */
export const markCheck = z.object({
  segments: z.int(),
  /** Segments whose marks were read. The others do not count in found copies. */
  readableSegments: z.int(),
  /** Seconds of a clip of that quality that name one of `people`; null if no length would. */
  secondsToName: z.nullable(z.number()),
  /** People who were sent a copy of their own, at least 1. */
  people: z.int(),
  /** Whether a clip of 30 s of that quality has fewer than 37 readable segments as a rule, and so may name nobody. */
  weak: z.boolean(),
});
export type MarkCheck = z.infer<typeof markCheck>;

/** A trailer in a list. Omits the description, which may be long. The active trailer includes it. */
export const listedTrailer = z.extend(z.omit(trailer, { description: true }), {
  /** Problem that does not prevent playback, such as a size that could not be made. */
  warning: z.nullable(z.string()),
  /** `warning` as codes with parameters. Optional, because older services do not send them. */
  warnings: z.optional(z.array(trailerNotice)),
  /** Time at which the video of a replaced trailer is removed; null for all others. */
  expiresAt: z.nullable(z.iso.datetime()),
  /** Largest first. */
  renditions: z.array(listedRendition),
  /** Whether each person is sent a copy of their own. Optional, because older services do not send it. */
  marked: z.optional(z.nullable(z.boolean())),
  /**
   * Whether a marked version can be made from the upload: it is kept, its processing has ended, and new trailers are
   * marked. Optional, because older services do not send it.
   */
  markable: z.optional(z.boolean()),
  /**
   * How much of the marks survives in a small and poor copy that the portal makes for itself. Null for unmarked
   * trailers, and until it was tried.
   */
  markCheck: z.optional(z.nullable(markCheck)),
});
export type ListedTrailer = z.infer<typeof listedTrailer>;

/** A new trailer, with a warning for its creator, such as a rejected poster. */
export const createdTrailer = z.object({
  ...trailer.shape,
  warning: z.optional(z.string()),
  /** `warning` as codes with parameters. */
  warnings: z.optional(z.array(trailerNotice)),
});
