import * as z from 'zod/mini';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';

/** People in analytics-service: proved addresses with all their visits, and single claimed visits. */
export const peopleRpc = rpcGroup('analytics', {
  /** Takes a lead that has had the uploader's level out of all figures. A repeated command changes nothing. */
  markStaff: rpc({
    kind: 'command',
    pattern: 'analytics.people.markStaff',
    input: z.object({ leadId: z.uuid() }),
    output: z.object({ ok: z.literal(true) }),
    errors: [],
  }),
});
