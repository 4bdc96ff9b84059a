import { type Access, AppError } from '@secure-preview/contracts';
import type { Level } from '../http/identity.js';

/**
 * Checks that a level is high enough for a route.
 *
 * @throws AppError `UNAUTHORIZED`, `UPLOAD_PASSWORD_REQUIRED`
 */
export function assertAllowed(access: Access, level: Level): void {
  if (access === 'public') return;
  if (level === 'anonymous') throw new AppError('UNAUTHORIZED');
  if (access === 'uploader' && level !== 'uploader') throw new AppError('UPLOAD_PASSWORD_REQUIRED');
}
