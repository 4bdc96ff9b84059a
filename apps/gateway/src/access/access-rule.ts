import {
  type Access,
  type AccessEndedReason,
  AppError,
  accessEnded,
  proofRequired,
} from '@secure-preview/contracts';
import type { Identity } from '../http/identity.js';

/**
 * Returns why the access of a session has ended.
 *
 * @throws AppError `SERVICE_UNAVAILABLE` while it is unknown
 */
export function endedReason({ ended }: Identity): AccessEndedReason | undefined {
  if (ended === 'unknown') throw new AppError('SERVICE_UNAVAILABLE');
  return ended;
}

/**
 * Checks that the level of a session is high enough for a route.
 *
 * @throws AppError `ACCESS_ENDED`, `UNAUTHORIZED`, `UPLOAD_PASSWORD_REQUIRED`, `SERVICE_UNAVAILABLE`
 */
export function assertAllowed(access: Access, identity: Identity): void {
  if (access === 'public') return;
  const reason = endedReason(identity);
  const { level, startsAt } = identity;
  if (reason) throw accessEnded(reason, startsAt === undefined ? null : new Date(startsAt));
  if (identity.unproved) throw proofRequired();
  if (level === 'anonymous') throw new AppError('UNAUTHORIZED');
  if (access === 'uploader' && level !== 'uploader') throw new AppError('UPLOAD_PASSWORD_REQUIRED');
}
