import * as z from 'zod/mini';
import { blockTarget } from '../access/blocks.js';
import { sha256Hex } from '../auth/lead-capture.js';
import { storedPerson } from '../auth/person.js';
import { fieldError } from '../errors/field-error.js';
import { verifiedBy } from '../gate/gate-mode.js';
import { http } from '../http/define-route.js';
import { limits } from '../limits.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { visitor } from '../session/visitor.js';
import { noNulOrLoneSurrogates } from '../text.js';

/** A lead with its viewing stats. */
const leadWithStats = z.object({
  id: z.uuid(),
  ...storedPerson.shape,
  capturedAt: z.iso.datetime(),
  ipAddress: z.nullable(z.string()),
  verifiedBy,
  /** Seconds watched of the trailer that the lead played last; repeats count once. */
  watchedSeconds: z._default(z.number().check(z.nonnegative()), 0),
  /** Watched share of that trailer, 0 to 1; null when its length is unknown. */
  watchedShare: z._default(z.nullable(z.number().check(z.minimum(0), z.maximum(1))), null),
  /** Seconds of that trailer that the server measured as sent to the lead. Null for staff. */
  deliveredSeconds: z.optional(z.nullable(z.number().check(z.nonnegative()))),
  deliveredShare: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(1)))),
  /** Last activity of any of the lead's players; null if the lead never started a player. */
  lastSeenAt: z._default(z.nullable(z.iso.datetime()), null),
  /** Whether another lead proved the address that this one only claims. */
  addressProvedElsewhere: z.optional(z.boolean()),
  /** Id of the person in the audience. Absent for staff, and until the person of an earlier lead is counted. */
  personId: z.optional(z.uuid()),
});

/** A lead as the administrator reads it. `visitEnded`, `staff` and `blocks` are absent while auth-service is down. */
export const lead = z.extend(leadWithStats, {
  visitEnded: z.optional(z.boolean()),
  /** Whether the lead has entered the upload password. Such a lead counts as staff and has no viewing stats. */
  staff: z.optional(z.boolean()),
  /** Whether this is the lead of the requesting session, which cannot end its own visit. */
  own: z.optional(z.boolean()),
  /** Blocks of the address, its domain, or the network of the visit. */
  blocks: z.optional(z.array(blockTarget)),
  /** Network of the IP address that can be blocked: a /24 or /48. Absent if there is none. */
  network: z.optional(z.string()),
});
export type Lead = z.infer<typeof lead>;

/**
 * A lead with its evidence and its viewing stats, as exported. Exports have these columns, in this order. Staff have no
 * viewing stats in exports of the page.
 */
export const exportedLead = z.object({
  id: z.uuid(),
  capturedAt: z.iso.datetime(),
  ...storedPerson.shape,
  verifiedBy,
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  termsVersion: z.string(),
  /** SHA-256 of the exact text that was accepted. */
  termsSha256: sha256Hex,
  watchedSeconds: z.number(),
  watchedShare: z.nullable(z.number()),
  deliveredSeconds: z.nullable(z.number()),
  deliveredShare: z.nullable(z.number()),
  lastSeenAt: z.nullable(z.iso.datetime()),
});
export type ExportedLead = z.infer<typeof exportedLead>;

/** Columns of an export of leads, in order. */
export const exportedLeadColumns = z.keyof(exportedLead).options;

const leadSort = z.enum(['newest', 'oldest', 'name', 'email'], { error: fieldError('SORT_UNKNOWN') });
export type LeadSort = z.infer<typeof leadSort>;

/** Leads whose address is proved (`provesAddress`), or only claimed. */
export const leadProof = z.enum(['proved', 'claimed'], { error: fieldError('PROOF_UNKNOWN') });
export type LeadProof = z.infer<typeof leadProof>;

export const leadsQuery = z.object({
  limit: z._default(
    z.coerce
      .number({ error: fieldError('LIMIT_NOT_A_NUMBER') })
      .check(
        z.int(fieldError('LIMIT_NOT_WHOLE')),
        z.minimum(1, fieldError('LIMIT_TOO_SMALL')),
        z.maximum(limits.leadsPage.max, fieldError('LIMIT_TOO_LARGE')),
      ),
    limits.leadsPage.default,
  ),
  cursor: z.optional(z.string().check(z.maxLength(200))),
  /** Part of a name or e-mail address, case-insensitive. */
  q: z.optional(z.string().check(z.maxLength(200), noNulOrLoneSurrogates(fieldError('SEARCH_UNSEARCHABLE')))),
  sort: z._default(leadSort, 'newest'),
  proof: z.optional(leadProof),
});

/** Response headers of the lead list. */
export const leadsHeaders = {
  total: 'X-Total-Count',
  /** `true` when the total is too large to count for each page and is estimated. */
  totalEstimated: 'X-Total-Estimated',
  nextCursor: 'X-Next-Cursor',
  /** `true` when any lead, on any page, came with more than a claimed address. */
  hasProofs: 'X-Has-Proofs',
} as const;

/** A page of an export, of at most 200 KB as JSON. It may be shorter than the limit although more pages follow. */
const exportPage = z.object({
  leads: z.array(exportedLead),
  /** Number of matching leads on all pages; estimated above `limits.leadsPage.exactTotal`. */
  total: z.int(),
  /** Cursor of the next page; null on the last one. */
  nextCursor: z.nullable(z.string()),
});

/** Any string: a malformed id gets 404, not 400. */
const leadParams = z.object({ leadId: z.string().check(z.maxLength(100)) });
const ok = z.object({ ok: z.literal(true) });

export const leadsRoutes = {
  list: http({
    method: 'GET',
    path: '/api/lead-captures',
    access: 'uploader',
    summary:
      `Read captured leads, newest first; total in ${leadsHeaders.total} ` +
      `(an estimate above ${limits.leadsPage.exactTotal}; then ${leadsHeaders.totalEstimated} is true), ` +
      `next page in ${leadsHeaders.nextCursor}; ${leadsHeaders.hasProofs} is true if any address is proved`,
    query: leadsQuery,
    response: z.array(lead),
    errors: ['VALIDATION_FAILED'],
  }),
  export: http({
    method: 'GET',
    path: '/api/lead-captures/export',
    access: 'uploader',
    summary: 'Read captured leads with their evidence, in pages of at most 200 KB, for an export',
    query: leadsQuery,
    response: exportPage,
    errors: ['VALIDATION_FAILED'],
  }),
  endVisit: http({
    method: 'POST',
    path: '/api/lead-captures/:leadId/end-visit',
    access: 'uploader',
    summary: 'End the visit of a lead, from its next request on',
    params: leadParams,
    response: ok,
    errors: ['LEAD_NOT_FOUND', 'CANNOT_END_OWN_VISIT'],
  }),
  allowVisit: http({
    method: 'DELETE',
    path: '/api/lead-captures/:leadId/end-visit',
    access: 'uploader',
    summary: 'Allow a lead whose visit was ended',
    params: leadParams,
    response: ok,
    errors: ['LEAD_NOT_FOUND'],
  }),
} as const;

const listInput = z.object({
  limit: z.int(),
  cursor: z.optional(z.string()),
  q: z.optional(z.string()),
  sort: leadSort,
  proof: z.optional(leadProof),
});

export const leadsRpc = rpcGroup('analytics', {
  /** Stores a terms text by its hash; required before a lead can refer to it. */
  registerTerms: rpc({
    kind: 'command',
    pattern: 'analytics.leads.registerTerms',
    input: z.object({ sha256: sha256Hex, version: z.string(), text: z.string() }),
    output: z.object({ registered: z.literal(true) }),
    errors: [],
    urgent: true,
  }),
  capture: rpc({
    kind: 'command',
    pattern: 'analytics.leads.capture',
    input: z.object({
      ...storedPerson.shape,
      termsSha256: sha256Hex,
      visitor,
      /** Absent in calls of gateways of 1.0. */
      verifiedBy: z._default(verifiedBy, 'none'),
      invitationId: z._default(z.nullable(z.uuid()), null),
      /** Id that the caller has chosen for the lead; default: a new one. */
      leadId: z.optional(z.uuid()),
    }),
    output: z.object({ leadId: z.uuid() }),
    errors: ['TERMS_NOT_REGISTERED'],
    urgent: true,
  }),
  list: rpc({
    kind: 'query',
    pattern: 'analytics.leads.list',
    input: listInput,
    output: z.object({
      leads: z.array(leadWithStats),
      total: z.int(),
      totalEstimated: z._default(z.boolean(), false),
      nextCursor: z.nullable(z.string()),
      hasProofs: z._default(z.boolean(), false),
    }),
    errors: ['VALIDATION_FAILED'],
  }),
  export: rpc({
    kind: 'query',
    pattern: 'analytics.leads.export',
    input: listInput,
    output: exportPage,
    errors: ['VALIDATION_FAILED'],
  }),
  /** Returns the largest share of the shown version that the leads of each invitation watched; 0 to 1. */
  sharesOfInvitations: rpc({
    kind: 'query',
    pattern: 'analytics.leads.sharesOfInvitations',
    input: z.object({
      invitationIds: z.array(z.uuid()).check(z.maxLength(limits.access.page.max)),
    }),
    output: z.object({
      shares: z.array(z.object({ invitationId: z.uuid(), share: z.nullable(z.number()) })),
    }),
    errors: [],
  }),
  /** Returns whether the lead exists; accepts any string. */
  isKnown: rpc({
    kind: 'query',
    pattern: 'analytics.leads.isKnown',
    input: z.object({ leadId: z.string() }),
    output: z.object({ known: z.boolean() }),
    errors: [],
  }),
});
