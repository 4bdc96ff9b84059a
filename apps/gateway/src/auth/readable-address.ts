import { domainToUnicode } from 'node:url';
import { emailAddress } from '@secure-preview/contracts';

/**
 * Returns an e-mail address with its domain in Unicode. Browsers hand over what was typed into an e-mail field in
 * Punycode (`xn--…`, RFC 3492), which nobody recognises. An address whose domain cannot be decoded stays as it is.
 */
export function readableAddress(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const readable = email.slice(0, at) + domainToUnicode(email.slice(at));
  return /xn--/i.test(email) && emailAddress.safeParse(readable).success ? readable : email;
}
