import * as z from 'zod/mini';

/**
 * How the requesting browser reached the portal. Object URLs use the same host when no public storage
 * endpoint is configured (docs/product.md#configuration).
 */
export const browserAddress = z.object({
  protocol: z.enum(['http', 'https']),
  /** Host name or address without port; IPv6 in brackets. */
  hostname: z.string().check(z.regex(/^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)$/), z.maxLength(255)),
});
export type BrowserAddress = z.infer<typeof browserAddress>;
