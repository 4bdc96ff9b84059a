import * as z from 'zod/mini';
import { leadCaptureForm } from '../auth/lead-capture.js';
import { person } from '../auth/person.js';
import { uploadPasswordForm } from '../auth/upload-password.js';
import { fieldError } from '../errors/field-error.js';
import { http } from '../http/define-route.js';
import { limits } from '../limits.js';
import { visitorLanguages } from '../settings/languages.js';
import { multilineText } from '../text.js';

/** Digits of a code as typed; spaces are allowed. */
export const typedCode = z.string({ error: fieldError('CODE_INVALID') }).check(
  z.overwrite((text) => text.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, fieldError('CODE_INVALID')),
);

/** Language of the page, which the mail also uses. */
const language = z._default(z.enum(visitorLanguages), 'en');

/** Id and secret of an invitation link, from the fragment of its URL. */
export const invitationLink = z.object({
  id: z.string().check(z.maxLength(100)),
  secret: z.string().check(z.maxLength(100)),
});
export type InvitationLink = z.infer<typeof invitationLink>;

/** Answer to a request for a code. It shows only the owner of a valid invitation link whether a code was sent. */
export const sentCode = z.object({
  codeId: z.uuid(),
  /** Seconds until the code expires, and until another one may be requested. */
  expiresInSeconds: z.int(),
  resendInSeconds: z.int(),
  /** Present only if the request came with a valid invitation link of its address. */
  codeSent: z.optional(z.boolean()),
});
export type SentCode = z.infer<typeof sentCode>;

const entered = z.object({ authenticated: z.literal(true) });

export const accessRequestForm = z.object({
  ...person.shape,
  reason: z._default(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(limits.access.reason.max, fieldError('REASON_TOO_LONG')),
        multilineText(fieldError('REASON_UNSHOWABLE')),
      ),
    '',
  ),
  language,
});

/** Routes to enter a portal whose gate requires proof of an e-mail address (docs/product.md#access). */
export const entryRoutes = {
  requestCode: http({
    method: 'POST',
    path: '/api/auth/code',
    access: 'public',
    summary:
      'Send a code to an e-mail address, if it may enter; only with its invitation link, the answer reveals whether it may',
    body: z.object({
      ...leadCaptureForm.shape,
      language,
      /** Link with which the page was opened. Half of the codes of an address are reserved for its valid link. */
      invitation: z.optional(invitationLink),
    }),
    response: sentCode,
    errors: [
      'VALIDATION_FAILED',
      'TERMS_CHANGED',
      'ACCESS_ENDED',
      'CODE_TOO_SOON',
      'TOO_MANY_CODES',
      'TOO_MANY_REQUESTS',
    ],
  }),
  enterWithCode: http({
    method: 'POST',
    path: '/api/auth/code/verify',
    access: 'public',
    summary: 'Enter as a viewer with the code that was sent',
    body: z.object({ ...leadCaptureForm.shape, codeId: z.uuid(), code: typedCode }),
    response: entered,
    errors: [
      'VALIDATION_FAILED',
      'TERMS_CHANGED',
      'CODE_WRONG',
      'CODE_EXPIRED',
      'ACCESS_ENDED',
      'TOO_MANY_REQUESTS',
    ],
  }),
  /** Does not mark the invitation as opened. Uses POST, so a program that only follows links cannot trigger it. */
  readInvitation: http({
    method: 'POST',
    path: '/api/auth/invitation',
    access: 'public',
    summary: 'Read the invitation of a link',
    body: invitationLink,
    response: z.object({
      email: z.string(),
      /** Null if the invitation has no name; the visitor then types one. */
      name: z.nullable(z.string()),
      /** Whether a code is needed in this browser. */
      needsCode: z.boolean(),
    }),
    errors: ['VALIDATION_FAILED', 'INVITATION_INVALID', 'ACCESS_ENDED', 'TOO_MANY_REQUESTS'],
  }),
  enterWithInvitation: http({
    method: 'POST',
    path: '/api/auth/invitation/enter',
    access: 'public',
    summary: 'Enter as a viewer with an invitation link, in a browser that needs no code',
    body: z.object({ ...leadCaptureForm.shape, invitation: invitationLink }),
    response: entered,
    errors: [
      'VALIDATION_FAILED',
      'TERMS_CHANGED',
      'INVITATION_INVALID',
      'CODE_REQUIRED',
      'ACCESS_ENDED',
      'TOO_MANY_REQUESTS',
    ],
  }),
  /** A browser in which an address was proved needs no code for links to it, also after the session has ended. */
  forgetBrowser: http({
    method: 'POST',
    path: '/api/auth/forget-browser',
    access: 'public',
    summary: 'End the session, and forget that an address was proved in this browser',
    response: z.object({ ok: z.literal(true) }),
    errors: [],
  }),
  requestAccess: http({
    method: 'POST',
    path: '/api/auth/access-request',
    access: 'public',
    summary: 'Ask the administrator for access',
    body: accessRequestForm,
    response: z.object({ ok: z.literal(true) }),
    errors: ['VALIDATION_FAILED', 'ACCESS_ENDED', 'TOO_MANY_REQUESTS'],
  }),
  enterAsAdministrator: http({
    method: 'POST',
    path: '/api/auth/administrator',
    access: 'public',
    summary: 'Accept the terms, enter, and open the upload page with the upload password, in every gate mode',
    body: z.object({ ...leadCaptureForm.shape, ...uploadPasswordForm.shape }),
    response: z.object({ authenticated: z.literal(true), uploadAuthenticated: z.literal(true) }),
    errors: [
      'VALIDATION_FAILED',
      'TERMS_CHANGED',
      'INVALID_PASSWORD',
      'TOO_MANY_ATTEMPTS',
      'TOO_MANY_REQUESTS',
    ],
  }),
} as const;
