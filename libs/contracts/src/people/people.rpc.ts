import * as z from 'zod/mini';
import { verifiedBy } from '../gate/gate-mode.js';
import { limits } from '../limits.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';

const ok = z.object({ ok: z.literal(true) });
/** Number of the last change of blocks, as gateways follow it. */
const version = z.int();

/** The person of a mark id. */
export const markedPerson = z.object({
  markId: z.uuid(),
  /** As typed at the last visit. */
  name: z.string(),
  email: z.string(),
  /** Whether the address was proved. Otherwise, somebody claimed it at the gate. */
  proved: z.boolean(),
  verifiedBy: verifiedBy,
  /** Passes of the gate with this mark id. */
  visits: z.int(),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
});
export type MarkedPerson = z.infer<typeof markedPerson>;

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
  /**
   * Returns the mark id of the person of a lead: the id of a proved person, the same in all their visits, or the id of a
   * lead whose address is only claimed. It is always the id of a lead.
   */
  markOf: rpc({
    kind: 'query',
    pattern: 'analytics.people.markOf',
    input: z.object({ leadId: z.uuid() }),
    output: z.object({ markId: z.uuid() }),
    errors: [],
  }),
  /** Returns who has these mark ids. Unknown ids are absent. */
  ofMarks: rpc({
    kind: 'query',
    pattern: 'analytics.people.ofMarks',
    input: z.object({ markIds: z.array(z.uuid()).check(z.maxLength(limits.leadsPage.max)) }),
    output: z.object({ people: z.array(markedPerson) }),
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
