import { emailKey } from '@secure-preview/contracts';
import { domainKey } from './domain-key.js';

/** Returns the key that identifies a person by e-mail address: `emailKey` with the canonical form of the domain. */
export function addressKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@') + 1;
  return key.slice(0, at) + domainKey(key.slice(at));
}
