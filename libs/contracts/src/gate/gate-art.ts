import * as z from 'zod/mini';

/** Paths of the images that the gate shows; null for none (docs/product.md#gate-art). */
export const gateArt = z.object({ logo: z.nullable(z.string()), keyArt: z.nullable(z.string()) });
export type GateArt = z.infer<typeof gateArt>;

export const gateImagePath = '/api/gate/images/:imageId';

/** Returns the portal's path of an image of the gate; null for none. */
export const pathOfGateImage = (id: string | null): string | null =>
  id === null ? null : gateImagePath.replace(':imageId', id);
