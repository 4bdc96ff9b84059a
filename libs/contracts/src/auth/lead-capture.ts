import * as z from 'zod/mini';
import { fieldError } from '../errors/field-error.js';
import { http } from '../http/define-route.js';
import { person } from './person.js';

/** Hex SHA-256 of a text. */
export const sha256Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/, fieldError('SHA256_INVALID')));

/** The gate's form (docs/product.md#gate). Errors are reported in the order of these fields. */
export const leadCaptureForm = z.object({
  ...person.shape,
  termsAccepted: z.literal('true', { error: fieldError('TERMS_REQUIRED') }),
  /** Hash of the terms text that the gate showed (docs/product.md#gate). */
  termsHash: z.optional(sha256Hex),
});
export type LeadCaptureForm = z.input<typeof leadCaptureForm>;

export const leadCaptureRoute = http({
  method: 'POST',
  path: '/api/auth/lead-capture',
  access: 'public',
  summary: 'Accept the terms and enter as a viewer',
  body: leadCaptureForm,
  response: z.object({ authenticated: z.literal(true) }),
  errors: ['VALIDATION_FAILED', 'TERMS_CHANGED', 'CODE_REQUIRED', 'ACCESS_ENDED', 'TOO_MANY_REQUESTS'],
});
