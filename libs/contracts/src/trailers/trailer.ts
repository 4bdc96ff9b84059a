import * as z from 'zod/mini';

/** `processing` until it can be played; a failed trailer is never active. */
export const trailerStatus = z.enum(['processing', 'ready', 'failed']);

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
  /** What the worker is doing, such as `probe` or `encode`; null when it is not working on it. */
  step: z.nullable(z.string()),
  /** Percent of the processing, 0 to 100. */
  progress: z.number().check(z.minimum(0), z.maximum(100)),
  /** A sentence that says what is wrong with the file. */
  failure: z.nullable(z.string()),
  active: z.boolean(),
  durationSeconds: z.nullable(z.number()),
  createdAt: z.iso.datetime(),
});
export type Trailer = z.infer<typeof trailer>;

/** A trailer in a list: without its description, which may be long and is read with the active one. */
export const listedTrailer = z.omit(trailer, { description: true });
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
});
export type ActiveTrailer = z.infer<typeof activeTrailer>;
