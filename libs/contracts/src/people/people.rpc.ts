import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';

const ok = z.object({ ok: z.literal(true) });
/** Number of the last change of blocks, as gateways follow it. */
const version = z.int();

/** People in analytics-service: proved addresses with all their visits, and single claimed visits. */
export const peopleRpc = rpcGroup('analytics', {
  /** Takes a lead that has had the uploader's level out of all figures. A repeated command changes nothing. */
  markStaff: rpc({
    kind: 'command',
    pattern: 'analytics.people.markStaff',
    input: z.object({ leadId: z.uuid() }),
    output: ok,
    errors: [],
  }),
  /** Does the same for many leads. Returns how many were not marked before. */
  markAllStaff: rpc({
    kind: 'command',
    pattern: 'analytics.people.markAllStaff',
    input: z.object({ leadIds: z.array(z.uuid()).check(z.maxLength(limits.leadsPage.max)) }),
    output: z.object({ marked: z.int() }),
    errors: [],
  }),
  /**
   * Returns people whose copy of the access may be outdated: new ones, those with a new network, and all after a change
   * of blocks, or a day after the last comparison. Those who came last are first.
   */
  accessToCheck: rpc({
    kind: 'query',
    pattern: 'analytics.people.accessToCheck',
    input: z.object({ version }),
    output: z.object({
      people: z.array(z.object({ id: z.uuid(), email: z.string(), networks: z.array(z.string()) })),
    }),
    errors: [],
  }),
  /** Stores whether people are blocked. `networks`: number of networks that were compared with the blocks. */
  setAccess: rpc({
    kind: 'command',
    pattern: 'analytics.people.setAccess',
    input: z.object({
      version,
      people: z
        .array(z.object({ id: z.uuid(), blocked: z.boolean(), networks: z.int() }))
        .check(z.maxLength(limits.access.page.max)),
    }),
    output: ok,
    errors: [],
  }),
});
