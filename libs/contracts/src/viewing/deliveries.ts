import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { renditionKind } from '../media/playback.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { ipAddress } from '../session/visitor.js';
import { viewingLimits } from '../viewing-limits.js';

/** A segment of a rendition. */
const sentSegment = z.object({
  position: z.int().check(z.positive()),
  /** Seconds of the trailer. */
  from: z.number().check(z.nonnegative()),
  to: z.number().check(z.nonnegative()),
  /** Hash of the variant of a marked segment, as Base64. Only media-service has its secret salt. */
  variantHash: z.optional(z.base64().check(z.maxLength(16))),
});

/** A segment, or a part of one, that was sent to a session. */
const delivery = z.object({
  /** Milliseconds since the response. The absolute time comes from the database's clock. */
  agoMs: z.int().check(z.nonnegative()),
  sessionRef: z.uuid(),
  leadId: z.uuid(),
  ip: ipAddress,
  trailerId: z.uuid(),
  trailerSeconds: z.nullable(z.number()),
  renditionId: z.uuid(),
  kind: renditionKind,
  ...sentSegment.shape,
  /** Whether the response covers the whole segment. A partial delivery is stored as evidence but not counted. */
  whole: z._default(z.boolean(), true),
  /** Further segments of the same answer, each of which is a delivery too. Only for marked trailers. */
  next: z.optional(z.array(sentSegment).check(z.maxLength(limits.segmentWindow.markedSegments))),
});
export type Delivery = z.infer<typeof delivery>;

export const deliveriesRpc = rpcGroup('analytics', {
  /**
   * Records deliveries. A repeated command, or the same delivery to a session within a minute, adds nothing.
   */
  record: rpc({
    kind: 'command',
    pattern: 'analytics.deliveries.record',
    input: z.object({
      deliveries: z.array(delivery).check(z.minLength(1), z.maxLength(viewingLimits.maxDeliveriesPerCommand)),
    }),
    output: z.object({ ok: z.literal(true) }),
    errors: [],
  }),
});
