import { emailKey } from '@secure-preview/contracts';
import { domainKey } from './domain-key.js';

/**
 * Returns the form of an e-mail address under which a person is known: as `emailKey`, and with one form of each domain
 * (UTS #46).
 */
export function addressKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@') + 1;
  return key.slice(0, at) + domainKey(key.slice(at));
}
