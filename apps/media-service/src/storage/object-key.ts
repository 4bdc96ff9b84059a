import { randomBytes } from 'node:crypto';

const PORTAL_KEY = /^[0-9a-f]{40}$/;

/** Returns a key that cannot be guessed and reveals nothing about its object. */
export function randomObjectKey(): string {
  return `${randomBytes(20).toString('hex')}`;
}

/** Returns whether a key has the format of the portal. Other programs may have objects in the same bucket. */
export function isPortalKey(key: string): boolean {
  return PORTAL_KEY.test(key);
}
