import * as z from 'zod/mini';
import { accessEndedReason } from '../gate/access-ended.js';
import { http } from '../http/define-route.js';

/** Content type of event streams (HTML Standard, 9.2.5). */
export const EVENT_STREAM_TYPE = 'text/event-stream';

/** Event of a stream: the JSON in its `data` line. Pages ignore kinds that they do not know. */
export const streamEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ended'),
    /** Like the parameters of `ACCESS_ENDED`. A newer gateway may send reasons that this version does not recognize. */
    reason: z.catch(accessEndedReason, 'visitEnded'),
    startsAt: z.optional(z.string()),
  }),
  /** The session has ended, or the gate now requires another proof. The answer to the next request says which. */
  z.object({ kind: z.literal('signedOut') }),
]);
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
