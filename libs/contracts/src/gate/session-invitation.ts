import * as z from 'zod/mini';

/** The invitation that a session belongs to. A higher generation revokes the links of lower ones. */
export const sessionInvitation = z.object({ id: z.uuid(), generation: z.int() });
export type SessionInvitation = z.infer<typeof sessionInvitation>;
