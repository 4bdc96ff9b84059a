import { type Access, AppError, ENDED_REASON_PARAM } from '@secure-preview/contracts';
import type { Identity } from '../http/identity.js';

/**
 * Checks that the level of a session is high enough for a route.
 *
 * @throws AppError `ACCESS_ENDED`, `UNAUTHORIZED`, `UPLOAD_PASSWORD_REQUIRED`
 */
export function assertAllowed(access: Access, { level, ended }: Identity): void {
  if (access === 'public') return;
  if (ended) throw new AppError('ACCESS_ENDED', { params: { [ENDED_REASON_PARAM]: ended } });
  if (level === 'anonymous') throw new AppError('UNAUTHORIZED');
  if (access === 'uploader' && level !== 'uploader') throw new AppError('UPLOAD_PASSWORD_REQUIRED');
}
