import * as z from 'zod/mini';

/**
 * Channel of Redis in which auth-service and the gateways announce changes of the access of sessions. It only makes
 * gateways check the sessions sooner. The state itself is in `redisKeys`.
 */
export const SESSION_CHANGES_CHANNEL = 'portal:session-changes';

/** Sessions that a change concerns: those of leads, of addresses or of invitations, or single sessions. */
export const sessionChange = z.object({
  /** What the ids are: `leadId`, `emailKey`, `invitation.id` or `ref` of session records. */
  concerns: z.enum(['lead', 'address', 'invitation', 'session']),
  ids: z.array(z.string()),
});
export type SessionChange = z.infer<typeof sessionChange>;
