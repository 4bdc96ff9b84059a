import * as z from 'zod/mini';
import { limits } from '../limits.js';

/** IPv4 or IPv6 address of the visitor as text, as the gateway determines it. */
export const ipAddress = z.string().check(z.minLength(2), z.maxLength(45));
/** The User-Agent header, cut to its limit; null when none was sent. */
export const userAgent = z.nullable(z.string().check(z.maxLength(limits.userAgent.max)));

/** Visitor fields of every log record (docs/product.md#evidence). */
export const visitor = z.object({
  /** Public id of the session, never the cookie's id, which is secret. */
  sessionRef: z.uuid(),
  ip: ipAddress,
  userAgent,
});
export type Visitor = z.infer<typeof visitor>;
