import { type Access, AppError } from '@secure-preview/contracts';

/** What a session may do, from least to most (docs/product.md#levels). */
export type Level = 'anonymous' | 'viewer' | 'uploader';

/**
 * Refuses a level that is not enough.
 *
 * @throws AppError `UNAUTHORIZED`, `UPLOAD_PASSWORD_REQUIRED`
 */
export function assertAllowed(access: Access, level: Level): void {
  if (access === 'public') return;
  if (level === 'anonymous') throw new AppError('UNAUTHORIZED');
  if (access === 'uploader' && level !== 'uploader') throw new AppError('UPLOAD_PASSWORD_REQUIRED');
}
