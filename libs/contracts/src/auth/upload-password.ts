import * as z from 'zod/mini';
import { limits } from '../limits.js';

const tooLong = `Password must be at most ${limits.uploadPassword.max} characters`;
const required = (sentence: string) =>
  z
    .string({ error: sentence })
    .check(z.minLength(1, sentence), z.maxLength(limits.uploadPassword.max, tooLong));

export const uploadPasswordForm = z.object({ password: required('Password is required') });
export type UploadPasswordForm = z.input<typeof uploadPasswordForm>;

/** The service checks length and novelty of the new password: each has its own error code. */
export const changeUploadPasswordForm = z.object({
  currentPassword: required('Current password is required'),
  newPassword: required('New password is required'),
});
export type ChangeUploadPasswordForm = z.input<typeof changeUploadPasswordForm>;
