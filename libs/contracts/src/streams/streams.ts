import * as z from 'zod/mini';
import { http } from '../http/define-route.js';

/** Content type of event streams (HTML Standard, 9.2.5). */
export const EVENT_STREAM_TYPE = 'text/event-stream';

/** Event of a stream: the JSON in its `data` line. Pages ignore kinds that they do not know. */
export const streamEvent = z.object({
  /**
   * - `ended`: the access has ended. The other fields are the parameters of `ACCESS_ENDED`.
   * - `signedOut`: the session has ended, or the gate requires another proof. The answer to the next request says which.
   * - `shown`: another version is shown. The visitor may go on watching this one.
   * - `terms`: the terms have changed, or everybody is asked again. It takes effect at the next visit.
   */
  kind: z.enum(['ended', 'signedOut', 'shown', 'terms']),
  /** An `accessEndedReason`, or a reason of a newer version. */
  reason: z.optional(z.string()),
  startsAt: z.optional(z.string()),
  /** The version that is shown now. */
  trailerId: z.optional(z.uuid()),
});
export type StreamEvent = z.infer<typeof streamEvent>;

export const streamsRoutes = {
  open: http({
    method: 'GET',
    path: '/api/events',
    access: 'viewer',
    extendsSession: false,
    summary: 'Receive events about the access to a trailer while it is on screen',
    query: z.object({ trailerId: z.uuid() }),
    produces: EVENT_STREAM_TYPE,
    errors: ['VALIDATION_FAILED', 'TOO_MANY_REQUESTS'],
  }),
} as const;
