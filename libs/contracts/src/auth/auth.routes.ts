import * as z from 'zod/mini';
import { accessEndedReason } from '../gate/access-ended.js';
import { http } from '../http/define-route.js';
import { leadCaptureRoute } from './lead-capture.js';
import { changeUploadPasswordForm, uploadPasswordForm } from './upload-password.js';

/** Level and identity of the requesting session. Every page reads it. */
export const authStatus = z.object({
  authenticated: z.boolean(),
  uploadAuthenticated: z.boolean(),
  viewer: z.nullable(z.object({ name: z.string(), email: z.string(), ip: z.string() })),
  /** Why the session may not watch. It then counts as not authenticated until it ends. */
  accessEnded: z.optional(accessEndedReason),
  /** True for a stranger whose network is blocked. Only an administrator can enter. */
  networkBlocked: z.optional(z.boolean()),
});
export type AuthStatus = z.infer<typeof authStatus>;

const done = z.object({ ok: z.literal(true) });

export const authRoutes = {
  status: http({
    method: 'GET',
    path: '/api/auth/status',
    access: 'public',
    summary: 'Return the level of the requesting session',
    response: authStatus,
    errors: [],
  }),
  leadCapture: leadCaptureRoute,
  logout: http({
    method: 'POST',
    path: '/api/auth/logout',
    access: 'public',
    summary: 'End the session',
    response: done,
    errors: [],
  }),
  logoutLink: http({
    method: 'GET',
    path: '/api/logout',
    access: 'public',
    summary: 'Redirect to the gate; end the session if the portal or the user requested it',
    status: 302,
    errors: [],
  }),
  uploadPassword: http({
    method: 'POST',
    path: '/api/auth/upload-password',
    access: 'viewer',
    summary: 'Open the upload page for this session',
    body: uploadPasswordForm,
    response: z.object({ uploadAuthenticated: z.literal(true) }),
    errors: ['VALIDATION_FAILED', 'INVALID_PASSWORD', 'TOO_MANY_ATTEMPTS'],
  }),
  changeUploadPassword: http({
    method: 'POST',
    path: '/api/auth/change-upload-password',
    access: 'uploader',
    summary: 'Replace the upload password and end all other uploader sessions',
    body: changeUploadPasswordForm,
    response: done,
    errors: [
      'VALIDATION_FAILED',
      'CURRENT_PASSWORD_INCORRECT',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_UNCHANGED',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
} as const;
