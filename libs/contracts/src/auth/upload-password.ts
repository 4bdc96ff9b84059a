import * as z from 'zod/mini';
import { fieldError } from '../errors/field-error.js';
import type { FieldErrorCode } from '../errors/field-errors.js';
import { limits } from '../limits.js';

const required = (error: FieldErrorCode) =>
  z
    .string({ error })
    .check(z.minLength(1, error), z.maxLength(limits.uploadPassword.max, fieldError('PASSWORD_TOO_LONG')));

export const uploadPasswordForm = z.object({ password: required('PASSWORD_REQUIRED') });
export type UploadPasswordForm = z.input<typeof uploadPasswordForm>;

/**
 * auth-service checks the length of the new password, and that it differs from the current one. Each check has its own
 * error code.
 */
export const changeUploadPasswordForm = z.object({
  currentPassword: required('CURRENT_PASSWORD_REQUIRED'),
  newPassword: required('NEW_PASSWORD_REQUIRED'),
});
export type ChangeUploadPasswordForm = z.input<typeof changeUploadPasswordForm>;
