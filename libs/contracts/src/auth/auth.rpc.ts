import * as z from 'zod/mini';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { ipAddress, userAgent } from '../session/visitor.js';

/**
 * Who tries a password. `knownBrowser` is the id in a signed cookie from an earlier success: such a browser is
 * counted on its own and not stopped by the count over the whole portal.
 */
const attempt = {
  ip: ipAddress,
  knownBrowser: z.nullable(z.uuid()),
};

/** Changes whenever the upload password does; a session's copy that differs is no uploader any more. */
export const uploadEpoch = z.int().check(z.positive());

export const authRpc = rpcGroup('auth', {
  verifyUploadPassword: rpc({
    kind: 'command',
    pattern: 'auth.verifyUploadPassword',
    input: z.object({
      ...attempt,
      password: z.string(),
      sessionRef: z.uuid(),
      userAgent,
      /** Whose session it is: a lead that is staff. */
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
