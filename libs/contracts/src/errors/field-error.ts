import type { FieldErrorCode } from './field-errors.js';

/** Returns the code, typed, for use as the message of a schema check. */
export const fieldError = (code: FieldErrorCode): FieldErrorCode => code;
