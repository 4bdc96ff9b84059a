import { limits } from '../limits.js';
import type { ErrorParams } from './error-codes.js';

/** Errors of the gate's fields. This is a separate file, because every visitor loads it. */
export const gateFieldErrors = {
  NAME_REQUIRED: 'Name is required',
  NAME_TOO_LONG: 'Name must be at most {max} characters',
  NAME_UNSHOWABLE: 'Name contains characters that cannot be shown',
  EMAIL_INVALID: 'Please enter a valid email address',
  TERMS_REQUIRED: 'You must accept the terms to continue',
  CODE_INVALID: 'Please enter the six digits of the code',
  REASON_TOO_LONG: 'The reason must be at most {max} characters',
  REASON_UNSHOWABLE: 'The reason contains characters that cannot be shown',
  SHA256_INVALID: 'Not a SHA-256 hash',
} as const;
export type GateFieldErrorCode = keyof typeof gateFieldErrors;

/** Values for the placeholders of these messages. */
export const gateFieldErrorParams: Partial<Record<GateFieldErrorCode, ErrorParams>> = {
  NAME_TOO_LONG: { max: limits.name.max },
  REASON_TOO_LONG: { max: limits.access.reason.max },
};
