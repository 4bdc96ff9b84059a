import * as z from 'zod/mini';
import { http } from '../http/define-route.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { administrator } from '../session/administrator.js';

/** A visitor's request to be let in. */
export const accessRequest = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  reason: z.string(),
  at: z.iso.datetime(),
  /** `open`, `allowed` or `dismissed`. */
  state: z.string(),
});
export type AccessRequest = z.infer<typeof accessRequest>;

const params = z.object({ requestId: z.string().check(z.maxLength(100)) });
const ok = z.object({ ok: z.literal(true) });
const list = z.object({ requests: z.array(accessRequest) });

export const accessRequestsRoutes = {
  list: http({
    method: 'GET',
    path: '/api/access-requests',
    access: 'uploader',
    summary: 'List requests for access, open ones first, then newest first; at most 200',
    response: list,
    errors: [],
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
} as const;

export const accessRequestsRpc = rpcGroup('auth', {
  list: rpc({
    kind: 'query',
    pattern: 'auth.accessRequests.list',
    input: z.object({}),
    output: list,
    errors: [],
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
    }),
    output: ok,
    errors: ['ACCESS_REQUEST_NOT_FOUND', 'ACCESS_REQUEST_BLOCKED'],
  }),
});
