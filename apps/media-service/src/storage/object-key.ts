import { randomBytes } from 'node:crypto';

/** A key that cannot be guessed and says nothing of what it holds. */
export function randomObjectKey(): string {
  return `${randomBytes(20).toString('hex')}`;
}
