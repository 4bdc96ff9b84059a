import * as z from 'zod/mini';
import { emailAddress } from '../auth/person.js';
import { uploadPasswordForm } from '../auth/upload-password.js';
import { gateAppliesTo, gateMode, invitationProof } from '../gate/gate-mode.js';
import { http } from '../http/define-route.js';
import { visitorLanguages } from '../settings/languages.js';
import { settingsVersion } from '../settings/settings.js';
import { typedCode } from './entry.routes.js';

export const gateModeView = z.object({
  version: settingsVersion,
  gateMode,
  invitationProof,
  /** Whether the gate mode is locked by the configuration of the server. */
  locked: z.boolean(),
});
export type GateModeView = z.infer<typeof gateModeView>;

export const gateModeRoutes = {
  read: http({
    method: 'GET',
    path: '/api/gate-mode',
    access: 'uploader',
    summary: 'Read who may pass the gate',
    response: gateModeView,
    errors: [],
  }),
  /** A received code proves that the portal can send mail. Modes in which visitors need mail require this proof. */
  sendTestCode: http({
    method: 'POST',
    path: '/api/gate-mode/test-code',
    access: 'uploader',
    summary: 'Send a test code to an address of the administrator',
    body: z.object({
      email: emailAddress,
      /** Language of the page. Without it, the mail has the first language of the portal. */
      language: z.optional(z.enum(visitorLanguages)),
    }),
    response: z.object({ codeId: z.uuid(), expiresInSeconds: z.int(), resendInSeconds: z.int() }),
    errors: ['VALIDATION_FAILED', 'CODE_TOO_SOON', 'TOO_MANY_CODES', 'TOO_MANY_REQUESTS'],
  }),
  change: http({
    method: 'POST',
    path: '/api/gate-mode',
    access: 'uploader',
    summary:
      'Change who may pass the gate, with the upload password; modes that need mail also need a test code',
    body: z.object({
      version: settingsVersion,
      gateMode,
      gateAppliesTo,
      invitationProof,
      ...uploadPasswordForm.shape,
      testCode: z.optional(z.object({ email: emailAddress, codeId: z.uuid(), code: typedCode })),
    }),
    response: gateModeView,
    errors: [
      'VALIDATION_FAILED',
      'SETTINGS_CHANGED',
      'SETTING_LOCKED',
      'INVALID_PASSWORD',
      'TOO_MANY_ATTEMPTS',
      'TEST_CODE_REQUIRED',
      'CODE_WRONG',
      'CODE_EXPIRED',
    ],
  }),
} as const;
