import * as z from 'zod/mini';
import { gateMode, gateModes, verifiedBy } from '../gate/gate-mode.js';
import { sessionInvitation } from '../gate/session-invitation.js';
import { mailImages } from '../mails/mail-images.js';
import { rpc, rpcGroup } from '../rpc/define-rpc.js';
import { sentCode } from './entry.routes.js';

/** Proof that a visitor has given, and the name and address with which the visitor enters. */
const proof = z.object({
  email: z.string(),
  /** Name of the invitation; null if the name that the visitor types is used. */
  name: z.nullable(z.string()),
  verifiedBy,
  /** Absent in mode `verified` for people without an invitation. */
  invitation: z.optional(sessionInvitation),
});
export type Proof = z.infer<typeof proof>;

const link = { id: z.string(), secret: z.string() };

/** Gate mode for which a code was requested; `test` for the change of the gate mode. */
const codePurpose = z.enum([...gateModes, 'test']);
export type CodePurpose = z.infer<typeof codePurpose>;

/** Calls with which auth-service decides who may enter (docs/product.md#access). */
export const entryRpc = rpcGroup('auth', {
  /**
   * Stores a code, and a mail with the code if the address may enter. The answer is the same in both cases, unless the
   * request came with a valid link of the address.
   */
  requestCode: rpc({
    kind: 'command',
    pattern: 'auth.entry.requestCode',
    input: z.object({
      email: z.string(),
      language: z.string(),
      /** Mode in effect; `test` sends a code to any address, for the change of the gate mode. */
      purpose: codePurpose,
      companyName: z.string(),
      logoId: mailImages.logoId,
      /** Link with which the page was opened. Half of the codes of an address are reserved for its valid link. */
      invitation: z.optional(z.object(link)),
      /** Number of codes that the visitor's network requested in the last hour before this one. */
      turn: z._default(z.int(), 0),
    }),
    output: sentCode,
    errors: ['CODE_TOO_SOON', 'TOO_MANY_CODES'],
  }),
  /**
   * Checks a code. A wrong code uses up one of its tries. A correct code stays valid for two minutes after its
   * first use, so that the visitor needs no other code if the answer is lost.
   */
  verifyCode: rpc({
    kind: 'command',
    pattern: 'auth.entry.verifyCode',
    input: z.object({
      codeId: z.uuid(),
      code: z.string(),
      email: z.string(),
      purpose: codePurpose,
    }),
    output: proof,
    errors: ['CODE_WRONG', 'CODE_EXPIRED', 'ACCESS_ENDED'],
  }),
  /** Reads the invitation of a link. Changes nothing. */
  readInvitation: rpc({
    kind: 'query',
    pattern: 'auth.entry.readInvitation',
    input: z.object(link),
    output: proof,
    errors: ['INVITATION_INVALID', 'ACCESS_ENDED'],
  }),
  /** Marks the invitation of a link as opened, and publishes its state to the gateways. */
  useInvitation: rpc({
    kind: 'command',
    pattern: 'auth.entry.useInvitation',
    input: z.object(link),
    output: proof,
    errors: ['INVITATION_INVALID', 'ACCESS_ENDED'],
  }),
  requestAccess: rpc({
    kind: 'command',
    pattern: 'auth.entry.requestAccess',
    input: z.object({
      name: z.string(),
      email: z.string(),
      reason: z.string(),
      language: z.string(),
      gateMode,
    }),
    output: z.object({ ok: z.literal(true) }),
    errors: [],
  }),
});
