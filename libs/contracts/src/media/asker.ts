import * as z from 'zod/mini';
import { limits } from '../limits.js';

/**
 * What the gateway knows of who asks for a part of a trailer, such as a playlist, a segment or a poster. The active
 * trailer is for every viewer; another one for the administrator, and for the session that was given its first
 * playlist while it was active.
 */
export const asker = z.object({
  /** Whether it is the administrator, at this very request. */
  mayPreview: z._default(z.boolean(), false),
  /** Ids of the trailers whose first playlist the session was given while they were active, and which it may finish. */
  given: z._default(z.array(z.string()).check(z.maxLength(limits.viewing.trailersGiven)), []),
});
export type Asker = z.infer<typeof asker>;
