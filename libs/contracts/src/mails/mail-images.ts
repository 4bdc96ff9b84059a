import * as z from 'zod/mini';

const imageId = z._default(z.nullable(z.string()), null);

/** Ids of the gate's images that mails to visitors show; null for none (docs/product.md#gate-art). */
export const mailImages = { logoId: imageId, keyArtId: imageId };
