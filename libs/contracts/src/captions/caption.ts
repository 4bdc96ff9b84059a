import * as z from 'zod/mini';

/** Captions of a trailer in one language, as the player shows them. */
export const caption = z.object({
  id: z.uuid(),
  /** Language tag (BCP 47), such as `pt-BR`. */
  language: z.string(),
  /** Name in the menu, such as `Português (Brasil)`. */
  label: z.string(),
  /** Path of the WebVTT text on the portal. */
  path: z.string(),
});
export type Caption = z.infer<typeof caption>;
