import * as z from 'zod/mini';

/** Paths of the images that the gate shows; null for none. */
export const gateArt = z.object({ logo: z.nullable(z.string()), keyArt: z.nullable(z.string()) });
export type GateArt = z.infer<typeof gateArt>;
