import { domainToUnicode } from 'node:url';
import { emailAddress } from '@secure-preview/contracts';

/**
 * Returns an e-mail address with its domain in Unicode. Browsers submit e-mail fields in Punycode (`xn--…`,
 * RFC 3492), which people do not recognise. Leaves an address unchanged if its domain cannot be decoded.
 */
export function readableAddress(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const readable = email.slice(0, at) + domainToUnicode(email.slice(at));
  return /xn--/i.test(email) && emailAddress.safeParse(readable).success ? readable : email;
}
