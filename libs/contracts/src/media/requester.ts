import * as z from 'zod/mini';
import { viewingLimits } from '../viewing-limits.js';

/**
 * Rights of the session that requests a file of a trailer, such as a playlist, a segment or a poster. Every
 * viewer may read the active trailer. The administrator may read every trailer. Other sessions may read a trailer that
 * is no longer active if they received its first playlist while it was active.
 */
export const requester = z.object({
  /** Whether the session is the administrator's at the time of this request. */
  mayPreview: z._default(z.boolean(), false),
  /** Ids of trailers that the session may finish watching: it received their first playlist while they were active. */
  grantedTrailers: z._default(z.array(z.string()).check(z.maxLength(viewingLimits.grantedTrailers)), []),
});
export type Requester = z.infer<typeof requester>;
