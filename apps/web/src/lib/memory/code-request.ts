import { storedPerson } from '@secure-preview/contracts';
import * as z from 'zod/mini';
import { CODE_REQUEST_KEY } from '../constants.js';
import { sessionMemory } from './session-memory.js';

/** A code that was requested with the form of the gate, and that the visitor has not entered yet. */
const codeRequest = z.object({
  form: z.object({
    ...storedPerson.shape,
    termsAccepted: z.literal('true'),
    termsHash: z.optional(z.string()),
  }),
  codeId: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
  resendAt: z.number(),
  /** Whether a code is stored for sending. Absent for a request without an invitation link: nobody else may know. */
  codeSent: z.optional(z.boolean()),
});
export type CodeRequest = z.infer<typeof codeRequest>;

const memory = sessionMemory(CODE_REQUEST_KEY, codeRequest);

/** The requested code in this tab, so the visitor needs no other code after a reload. */
export const rememberedCodeRequest = {
  ...memory,
  /** Also returns undefined if the code has expired. */
  read(): CodeRequest | undefined {
    const request = memory.read();
    return request && Date.now() < request.expiresAt ? request : undefined;
  },
};
