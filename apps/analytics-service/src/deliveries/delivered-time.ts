import * as z from 'zod/mini';

/** The part of one trailer that was sent to a lead. */
export const delivered = z.object({
  trailerId: z.uuid(),
  /** Seconds of video; what was sent twice counts once. */
  seconds: z.number(),
  /** Share of the trailer, 0 to 1; null when its length is not known. */
  share: z.nullable(z.number()),
});
export type Delivered = Readonly<z.infer<typeof delivered>>;
