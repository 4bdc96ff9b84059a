import { storedPerson } from '@secure-preview/contracts';
import * as z from 'zod/mini';
import { CODE_REQUEST_KEY } from '../constants.js';
import { sessionMemory } from './session-memory.js';

/** A code that was requested with the form of the gate, and that the visitor has yet to enter. */
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
});
export type CodeRequest = z.infer<typeof codeRequest>;

const memory = sessionMemory(CODE_REQUEST_KEY, codeRequest);

/** The requested code in this tab, so that a reload does not cost the visitor another code. */
export const rememberedCodeRequest = {
  ...memory,
  /** Returns undefined if the code has expired, too. */
  read(): CodeRequest | undefined {
    const request = memory.read();
    return request && Date.now() < request.expiresAt ? request : undefined;
  },
};
