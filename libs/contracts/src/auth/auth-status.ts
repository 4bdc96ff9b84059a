import * as z from 'zod/mini';
import { accessEndedReason } from '../gate/access-ended.js';
import { http } from '../http/define-route.js';

const person = z.object({ name: z.string(), email: z.string() });

/** Level and identity of the requesting session. Every page reads it. */
export const authStatus = z.object({
  authenticated: z.boolean(),
  uploadAuthenticated: z.boolean(),
  viewer: z.nullable(z.object({ name: z.string(), email: z.string(), ip: z.string() })),
  /** Id of the invitation that the session belongs to. */
  invitationId: z.optional(z.string()),
  /**
   * Reason why the session may not watch. Such a session counts as not authenticated until it ends. Never
   * `playbackEnded`, which leaves the session authenticated.
   */
  accessEnded: z.optional(accessEndedReason),
  /** Instant at which the access begins, if it has not begun. */
  startsAt: z.optional(z.string()),
  /** True for a stranger whose network is blocked. Only an administrator can enter. */
  networkBlocked: z.optional(z.boolean()),
  /** The visitor, if the terms must be accepted again. The session then counts as not authenticated on its next visit. */
  acceptAgain: z.optional(person),
  /** The visitor, if the gate now requires a proof that the session lacks. It counts as not authenticated. */
  proofRequired: z.optional(person),
});
export type AuthStatus = z.infer<typeof authStatus>;

/** A file of its own, because every visitor loads it. */
export const statusRoute = http({
  method: 'GET',
  path: '/api/auth/status',
  access: 'public',
  summary: 'Return the level of the requesting session',
  response: authStatus,
  errors: [],
});
