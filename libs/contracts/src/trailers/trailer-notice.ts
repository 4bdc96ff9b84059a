import * as z from 'zod/mini';

/** A notice as it is stored and sent. A newer version may send a code that this one does not have. */
export const trailerNotice = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type TrailerNotice = z.infer<typeof trailerNotice>;
