import * as z from 'zod/mini';

/** Parameters of the routes of one trailer. */
export const trailerParams = z.object({ trailerId: z.string() });
