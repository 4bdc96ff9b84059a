import * as z from 'zod/mini';

/** The part of one trailer that was sent to a lead. */
export const deliveredTime = z.object({
  trailerId: z.uuid(),
  /** Seconds of video; repeated segments count once. */
  seconds: z.number(),
  /** Share of the trailer, 0 to 1; null if its length is unknown. */
  share: z.nullable(z.number()),
});
export type DeliveredTime = Readonly<z.infer<typeof deliveredTime>>;
