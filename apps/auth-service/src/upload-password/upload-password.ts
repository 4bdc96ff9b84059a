import { randomBytes } from 'node:crypto';
import { AppError, limits } from '@secure-preview/contracts';

/** The stored upload password: a hash to check against, not the password itself. */
export interface UploadPassword {
  /** argon2id in PHC string format. */
  readonly hash: string;
  /** Starts at 1 and increases with each change. */
  readonly epoch: number;
  /** Id of the command that set the password. */
  readonly commandId: string;
}

/**
 * Checks a new password. Its length is counted in code points, not in UTF-16 units.
 *
 * @throws AppError `PASSWORD_TOO_SHORT`, `PASSWORD_UNCHANGED`
 */
export function assertAcceptable(newPassword: string, currentPassword: string): void {
  const minLength = limits.uploadPassword.min;
  if ([...newPassword].length < minLength)
    throw new AppError('PASSWORD_TOO_SHORT', { params: { minLength } });
  if (newPassword === currentPassword) throw new AppError('PASSWORD_UNCHANGED');
}

/** Returns 120 random bits in hexadecimal groups, which are easy to read out and type. */
export function generatePassword(): string {
  return randomBytes(15)
    .toString('hex')
    .replace(/(.{6})(?=.)/g, '$1-');
}
