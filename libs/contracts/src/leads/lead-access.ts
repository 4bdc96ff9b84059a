import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';

const change = z.object({
  leadId: z.uuid(),
  /** Public id of the administrator's session, or id of the flag that ends the visit. */
  by: z.uuid(),
  /** Claimed name of the administrator. Absent for a flag, and for gateways of earlier versions. */
  byName: z.optional(z.string()),
});
const ok = z.object({ ok: z.literal(true) });

/** Access data of leads in auth-service: which leads are staff, and whose visit was ended. */
export const leadAccessRpc = rpcGroup('auth', {
  accessStatus: rpc({
    kind: 'query',
    pattern: 'auth.leads.accessStatus',
    input: z.object({ leadIds: z.array(z.uuid()).check(z.maxLength(limits.leadsPage.max)) }),
    /** Returns the requested leads whose visit was ended, and the requested leads that are staff. */
    output: z.object({ ended: z.array(z.uuid()), staff: z.array(z.uuid()) }),
    errors: [],
  }),
  /** Returns all leads that are staff, in pages by id. `after`: the last lead of the page before; null for the first. */
  staff: rpc({
    kind: 'query',
    pattern: 'auth.leads.staff',
    input: z.object({ after: z.nullable(z.uuid()) }),
    output: z.object({ leadIds: z.array(z.uuid()).check(z.maxLength(limits.leadsPage.max)) }),
    errors: [],
  }),
  endVisit: rpc({ kind: 'command', pattern: 'auth.leads.endVisit', input: change, output: ok, errors: [] }),
  allowVisit: rpc({
    kind: 'command',
    pattern: 'auth.leads.allowVisit',
    input: change,
    output: ok,
    errors: [],
  }),
});
