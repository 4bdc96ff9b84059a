import * as z from 'zod/mini';
import { renditionKind } from '../media/playback.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { ipAddress } from '../session/visitor.js';
import { viewingLimits } from '../viewing-limits.js';

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
  position: z.int().check(z.positive()),
  /** Seconds of the trailer. */
  from: z.number().check(z.nonnegative()),
  to: z.number().check(z.nonnegative()),
  /** Whether the response covers the whole segment. A partial delivery is stored as evidence but not counted. */
  whole: z._default(z.boolean(), true),
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
