import * as z from 'zod/mini';
import { caption } from '../captions/caption.js';
import { http } from '../http/define-route.js';

/**
 * `processing` until it can be played. A `failed` trailer is never active. An `expired` one was replaced, and
 * its video has since been removed.
 */
export const trailerStatus = z.enum(['processing', 'ready', 'failed', 'expired']);

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
  /** Width divided by height of the picture; absent while unknown. */
  aspectRatio: z.optional(z.number().check(z.positive())),
});
export type ActiveTrailer = z.infer<typeof activeTrailer>;

/** A file of its own, because every visitor loads it. */
export const activeTrailerRoute = http({
  method: 'GET',
  path: '/api/active-trailer',
  access: 'viewer',
  summary: 'Read the trailer that is being shown',
  response: activeTrailer,
  errors: ['NO_ACTIVE_TRAILER'],
});
