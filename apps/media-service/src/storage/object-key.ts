import { randomBytes } from 'node:crypto';

const OWN_KEY = /^[0-9a-f]{40}$/;

/** A key that cannot be guessed and says nothing of what it holds. */
export function randomObjectKey(): string {
  return `${randomBytes(20).toString('hex')}`;
}

/** Whether a key may have been made here: another program's objects in the same bucket look different. */
export function looksLikeOwnKey(key: string): boolean {
  return OWN_KEY.test(key);
}
