import * as z from 'zod/mini';
import { limits } from '../limits.js';

/**
 * What the gateway knows of who asks for a part of a trailer, such as a playlist, a segment or a poster. The active
 * trailer is for every viewer; another one for the administrator, and for the session that was grantedTrailers its first
 * playlist while it was active.
 */
export const requester = z.object({
  /** Whether it is the administrator, at this very request. */
  mayPreview: z._default(z.boolean(), false),
  /** Ids of the trailers whose first playlist the session was grantedTrailers while they were active, and which it may finish. */
  grantedTrailers: z._default(z.array(z.string()).check(z.maxLength(limits.viewing.grantedTrailers)), []),
});
export type Requester = z.infer<typeof requester>;
