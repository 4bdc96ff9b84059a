import { randomBytes } from 'node:crypto';
import { AppError, limits } from '@secure-preview/contracts';

/** The stored password: only what it takes to check one. */
export interface UploadPassword {
  /** argon2id in PHC string format. */
  readonly hash: string;
  /** Counts the changes, from 1. */
  readonly epoch: number;
  /** The command that set it. */
  readonly commandId: string;
}

/**
 * Length is counted in characters as people see code points, not in UTF-16 units.
 *
 * @throws AppError `PASSWORD_TOO_SHORT`, `PASSWORD_UNCHANGED`
 */
export function assertAcceptable(newPassword: string, currentPassword: string): void {
  const minLength = limits.uploadPassword.min;
  if ([...newPassword].length < minLength)
    throw new AppError('PASSWORD_TOO_SHORT', { params: { minLength } });
  if (newPassword === currentPassword) throw new AppError('PASSWORD_UNCHANGED');
}

/** 120 random bits in letters that survive being read out and typed. */
export function generatePassword(): string {
  return randomBytes(15)
    .toString('hex')
    .replace(/(.{6})(?=.)/g, '$1-');
}
