import * as z from 'zod/mini';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { uploadEpoch } from '../session/session-record.js';
import { ipAddress, userAgent } from '../session/visitor.js';

/**
 * Origin of a password attempt. `knownBrowser` is the id in a signed cookie from an earlier success. Such a
 * browser is counted separately and is exempt from the portal-wide limit.
 */
const attempt = {
  ip: ipAddress,
  knownBrowser: z.nullable(z.uuid()),
};

export const authRpc = rpcGroup('auth', {
  verifyUploadPassword: rpc({
    kind: 'command',
    pattern: 'auth.verifyUploadPassword',
    input: z.object({
      ...attempt,
      password: z.string(),
      sessionRef: z.uuid(),
      userAgent,
      /** Lead of the session. After a successful attempt, the lead counts as staff. */
      leadId: z.optional(z.uuid()),
    }),
    output: z.object({ epoch: uploadEpoch }),
    errors: ['INVALID_PASSWORD', 'TOO_MANY_ATTEMPTS'],
    deadlineMs: 10_000,
    attemptMs: 4000,
  }),
  changeUploadPassword: rpc({
    kind: 'command',
    pattern: 'auth.changeUploadPassword',
    input: z.object({ ...attempt, currentPassword: z.string(), newPassword: z.string() }),
    output: z.object({ epoch: uploadEpoch }),
    errors: ['CURRENT_PASSWORD_INCORRECT', 'PASSWORD_TOO_SHORT', 'PASSWORD_UNCHANGED', 'TOO_MANY_ATTEMPTS'],
    deadlineMs: 10_000,
    attemptMs: 4000,
  }),
});
