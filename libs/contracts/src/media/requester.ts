import * as z from 'zod/mini';
import { limits } from '../limits.js';

/**
 * Rights of the session that requests a file of a trailer, such as a playlist, a segment or a poster. Every
 * viewer may read the active trailer. Another trailer is for the administrator, and for sessions that were
 * given its first playlist while it was active.
 */
export const requester = z.object({
  /** Whether the session is the administrator's at the time of this request. */
  mayPreview: z._default(z.boolean(), false),
  /**
   * Trailers whose first playlist the session was given while they were active, by id. It may finish watching them.
   */
  grantedTrailers: z._default(z.array(z.string()).check(z.maxLength(limits.viewing.grantedTrailers)), []),
});
export type Requester = z.infer<typeof requester>;
