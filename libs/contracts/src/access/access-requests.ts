import * as z from 'zod/mini';
import { fieldError } from '../errors/field-error.js';
import { http } from '../http/define-route.js';
import { pageEnd, pageInput, pageQuery, rowIds } from '../lists/page-query.js';
import { mailImages } from '../mails/mail-images.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { administrator } from '../session/administrator.js';

/** A visitor's request for access. */
export const accessRequest = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  reason: z.string(),
  at: z.iso.datetime(),
  /** One of `accessRequestState`. */
  state: z.string(),
  /** When and by whom the request was decided; null while it is open. The name was entered at the gate. */
  decidedAt: z.nullable(z.iso.datetime()),
  decidedByName: z.nullable(z.string()),
});
export type AccessRequest = z.infer<typeof accessRequest>;

const params = z.object({ requestId: z.string().check(z.maxLength(100)) });
const ok = z.object({ ok: z.literal(true) });
/** Number of requests that were open and are now dismissed. */
const dismissed = z.object({ dismissed: z.int() });

/** States of a request. */
export const accessRequestState = z.enum(['open', 'allowed', 'dismissed'], {
  error: fieldError('REQUEST_STATE_UNKNOWN'),
});
export type AccessRequestState = z.infer<typeof accessRequestState>;

export const accessRequestSort = z.enum(['newest', 'oldest', 'name', 'email'], {
  error: fieldError('SORT_UNKNOWN'),
});
export type AccessRequestSort = z.infer<typeof accessRequestSort>;

const list = z.object({
  requests: z.array(accessRequest),
  ...pageEnd,
  /** Number of all open requests. */
  open: z.int(),
});

export const accessRequestsRoutes = {
  list: http({
    method: 'GET',
    path: '/api/access-requests',
    access: 'uploader',
    summary: 'List requests for access, newest first',
    query: z.object({
      ...pageQuery,
      state: z.optional(accessRequestState),
      sort: z._default(accessRequestSort, 'newest'),
    }),
    response: list,
    errors: ['VALIDATION_FAILED'],
  }),
  /** Invites the requester and queues the mail. */
  allow: http({
    method: 'POST',
    path: '/api/access-requests/:requestId/allow',
    access: 'uploader',
    summary: 'Invite the person who asked for access',
    params,
    response: ok,
    errors: ['ACCESS_REQUEST_NOT_FOUND', 'ACCESS_REQUEST_BLOCKED'],
  }),
  dismiss: http({
    method: 'POST',
    path: '/api/access-requests/:requestId/dismiss',
    access: 'uploader',
    summary: 'Dismiss a request for access, without a mail to the person',
    params,
    response: ok,
    errors: ['ACCESS_REQUEST_NOT_FOUND'],
  }),
  /** Leaves requests unchanged that were decided before. */
  dismissAll: http({
    method: 'POST',
    path: '/api/access-requests/dismiss',
    access: 'uploader',
    summary: 'Dismiss requests for access together, without mails to the people',
    body: z.object({ ids: rowIds }),
    response: dismissed,
    errors: ['VALIDATION_FAILED'],
  }),
} as const;

export const accessRequestsRpc = rpcGroup('auth', {
  list: rpc({
    kind: 'query',
    pattern: 'auth.accessRequests.list',
    input: z.object({ ...pageInput, state: z.optional(accessRequestState), sort: accessRequestSort }),
    output: list,
    errors: ['VALIDATION_FAILED'],
  }),
  decide: rpc({
    kind: 'command',
    pattern: 'auth.accessRequests.decide',
    input: z.object({
      /** Any string. */
      id: z.string(),
      decision: z.enum(['allow', 'dismiss']),
      by: administrator,
      senderLine: z.nullable(z.string()),
      companyName: z.string(),
      ...mailImages,
      timeZone: z._default(z.string(), 'UTC'),
    }),
    output: ok,
    errors: ['ACCESS_REQUEST_NOT_FOUND', 'ACCESS_REQUEST_BLOCKED'],
  }),
  dismissAll: rpc({
    kind: 'command',
    pattern: 'auth.accessRequests.dismissAll',
    input: z.object({ ids: rowIds, by: administrator }),
    output: dismissed,
    errors: [],
  }),
});
