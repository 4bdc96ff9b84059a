import * as z from 'zod/mini';
import { caption } from '../captions/caption.js';

/**
 * `processing` until it can be played; a failed trailer is never active. `expired` is one that was replaced and whose
 * video has been removed since.
 */
export const trailerStatus = z.enum(['processing', 'ready', 'failed', 'expired']);

/**
 * What a worker does for a trailer, or what keeps it from it: `storage-unavailable` stands until the next try, some minutes
 * later at most.
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

/** A trailer as the administrator sees it. */
export const trailer = z.object({
  id: z.uuid(),
  title: z.string(),
  /** The portal's address of the playlist; null until it can be played. */
  videoURL: z.nullable(z.string()),
  posterURL: z.nullable(z.string()),
  /** Sanitised markup; null when there is none. */
  description: z.nullable(z.string()),
  status: trailerStatus,
  /** A `ProcessingStep`, or one that is newer than the reader; null while nothing is left or it waits for its turn. */
  step: z.nullable(z.string()),
  /** Percent of the processing, 0 to 100. */
  progress: z.number().check(z.minimum(0), z.maximum(100)),
  /** Seconds until the processing is done, as far as can be told; null while nobody is at work. */
  secondsLeft: z.nullable(z.number().check(z.minimum(0))),
  /** False while something is still to be made of it: itself, or further renditions of one that plays already. */
  finished: z.boolean(),
  /** A sentence that says what is wrong with the file. */
  failure: z.nullable(z.string()),
  active: z.boolean(),
  durationSeconds: z.nullable(z.number()),
  captions: z.array(caption),
  createdAt: z.iso.datetime(),
});
export type Trailer = z.infer<typeof trailer>;

/** A size in which a trailer can be watched. */
export const listedRendition = z.object({
  /** Lines of the box that the picture fits, such as 720; null where it was taken over as it came. */
  rung: z.nullable(z.int()),
  width: z.int(),
  height: z.int(),
});
export type ListedRendition = z.infer<typeof listedRendition>;

/** A trailer in a list: without its description, which may be long and is read with the active one. */
export const listedTrailer = z.extend(z.omit(trailer, { description: true }), {
  /** What did not go as it should, though the trailer plays, such as a size that could not be made. */
  warning: z.nullable(z.string()),
  /** When the video of a replaced trailer is removed; null for all others. */
  expiresAt: z.nullable(z.iso.datetime()),
  /** Largest first. */
  renditions: z.array(listedRendition),
});
export type ListedTrailer = z.infer<typeof listedTrailer>;

/** What the creator of a trailer is told besides, such as that its poster was refused. */
export const createdTrailer = z.object({ ...trailer.shape, warning: z.optional(z.string()) });

/** A trailer as the viewer reads it. */
export const activeTrailer = z.object({
  id: z.uuid(),
  title: z.string(),
  filePath: z.nullable(z.string()),
  posterPath: z.nullable(z.string()),
  description: z.nullable(z.string()),
  status: trailerStatus,
  progress: z.number(),
  captions: z.array(caption),
  /** Width by height of the picture; absent while it is not known yet. */
  aspectRatio: z.optional(z.number().check(z.positive())),
});
export type ActiveTrailer = z.infer<typeof activeTrailer>;
