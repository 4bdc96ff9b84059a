import * as z from 'zod/mini';
import { http } from '../http/define-route.js';
import { limits } from '../limits.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { flag, flagKinds } from './flag.js';

/** Maximum number of flags in an answer about a person. It keeps the answer below 20 KB. */
export const MAX_FLAGS_OF_PERSON = 50;

const flags = z.array(flag);
const dismissal = z.object({ dismissed: z.boolean() });
const ok = z.object({ ok: z.literal(true) });

export const flagsRoutes = {
  dismiss: http({
    method: 'PUT',
    path: '/api/flags/:flagId',
    access: 'uploader',
    summary: 'Dismiss a flag as harmless, or count it again',
    // Any string: a malformed id gets 404, not 400.
    params: z.object({ flagId: z.string().check(z.maxLength(100)) }),
    body: dismissal,
    response: ok,
    errors: ['VALIDATION_FAILED', 'LEAD_NOT_FOUND'],
  }),
} as const;

/** Flags in analytics-service. Those of staff are left out. */
export const flagsRpc = rpcGroup('analytics', {
  /**
   * Returns the flags of a person, by its id or the id of any of its leads: those that count before the dismissed ones,
   * newest first, at most `MAX_FLAGS_OF_PERSON`.
   */
  ofPerson: rpc({
    kind: 'query',
    pattern: 'analytics.flags.ofPerson',
    input: z.object({ personId: z.string() }),
    output: z.object({
      flags,
      /** Number of flags that are left out; absent without any. */
      omitted: z.optional(z.int()),
    }),
    errors: [],
  }),
  /** Returns the kinds of the flags that count, without leads that have none. */
  kindsOfLeads: rpc({
    kind: 'query',
    pattern: 'analytics.flags.kindsOfLeads',
    input: z.object({ leadIds: z.array(z.uuid()).check(z.maxLength(limits.leadsPage.max)) }),
    output: z.object({
      leads: z.array(z.object({ leadId: z.uuid(), kinds: z.array(z.enum(flagKinds)) })),
    }),
    errors: [],
  }),
  /** Dismisses a flag, or counts it again. */
  dismiss: rpc({
    kind: 'command',
    pattern: 'analytics.flags.dismiss',
    input: z.object({
      flagId: z.uuid(),
      ...dismissal.shape,
      /** Claimed name of the administrator. Gateways of earlier versions send none. */
      byName: z.optional(z.string()),
    }),
    output: ok,
    errors: ['LEAD_NOT_FOUND'],
  }),
});
