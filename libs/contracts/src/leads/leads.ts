import * as z from 'zod/mini';
import { sha256Hex } from '../auth/lead-capture.js';
import { http } from '../http/define-route.js';
import { limits } from '../limits.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { visitor } from '../session/visitor.js';
import { storable } from '../text.js';

/** How it is known that a name belongs to the person: `none` means that it was only typed. */
export const verifiedBy = z.enum(['none']);

export const lead = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  capturedAt: z.iso.datetime(),
  ipAddress: z.nullable(z.string()),
  verifiedBy,
});
export type Lead = z.infer<typeof lead>;

export const leadsQuery = z.object({
  limit: z._default(
    z.coerce
      .number({ error: 'limit must be a number' })
      .check(
        z.int('limit must be a whole number'),
        z.minimum(1, 'limit must be at least 1'),
        z.maximum(limits.leadsPage.max, `limit must be at most ${limits.leadsPage.max}`),
      ),
    limits.leadsPage.default,
  ),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  /** Part of a name or e-mail, any case. */
  q: z.optional(
    z.string().check(z.maxLength(200), storable('q contains characters that cannot be searched')),
  ),
  sort: z._default(z.enum(['newest', 'oldest', 'name', 'email'], { error: 'Unknown sort order' }), 'newest'),
});

/** Response headers of the lead list. */
export const leadsHeaders = { total: 'X-Total-Count', nextCursor: 'X-Next-Cursor' } as const;

export const leadsRoutes = {
  list: http({
    method: 'GET',
    path: '/api/lead-captures',
    access: 'uploader',
    summary: `Read captured leads, newest first; total in ${leadsHeaders.total}, next page in ${leadsHeaders.nextCursor}`,
    query: leadsQuery,
    response: z.array(lead),
    errors: ['VALIDATION_FAILED'],
  }),
} as const;

export const leadsRpc = rpcGroup('analytics', {
  /** Keeps a terms text by its hash; needed before a lead can refer to it. */
  registerTerms: rpc({
    kind: 'command',
    pattern: 'analytics.leads.registerTerms',
    input: z.object({ sha256: sha256Hex, version: z.string(), text: z.string() }),
    output: z.object({ registered: z.literal(true) }),
    errors: [],
  }),
  capture: rpc({
    kind: 'command',
    pattern: 'analytics.leads.capture',
    input: z.object({ name: z.string(), email: z.string(), termsSha256: sha256Hex, visitor }),
    output: z.object({ leadId: z.uuid() }),
    errors: ['TERMS_NOT_REGISTERED'],
  }),
  list: rpc({
    kind: 'query',
    pattern: 'analytics.leads.list',
    input: z.object({
      limit: z.int(),
      cursor: z.optional(z.string()),
      q: z.optional(z.string()),
      sort: z.enum(['newest', 'oldest', 'name', 'email']),
    }),
    output: z.object({ leads: z.array(lead), total: z.int(), nextCursor: z.nullable(z.string()) }),
    errors: ['VALIDATION_FAILED'],
  }),
});
