import * as z from 'zod/mini';
import { limits } from '../limits.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';

const change = z.object({
  leadId: z.uuid(),
  /** Public id of the administrator's session. */
  by: z.uuid(),
});
const ok = z.object({ ok: z.literal(true) });

/** What auth-service knows of leads: who may not come in any more, and who is staff. */
export const leadStandingRpc = rpcGroup('auth', {
  standing: rpc({
    kind: 'query',
    pattern: 'auth.leads.standing',
    input: z.object({ leadIds: z.array(z.uuid()).check(z.maxLength(limits.leadsPage.max)) }),
    /** Those of the leads asked for that are shut out, and those that are staff. */
    output: z.object({ shutOut: z.array(z.uuid()), staff: z.array(z.uuid()) }),
    errors: [],
  }),
  shutOut: rpc({ kind: 'command', pattern: 'auth.leads.shutOut', input: change, output: ok, errors: [] }),
  letIn: rpc({ kind: 'command', pattern: 'auth.leads.letIn', input: change, output: ok, errors: [] }),
});
