import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * Returns the canonical form of a domain: its Unicode form in lower case and NFC. Punycode and Unicode forms of a
 * domain have the same key (UTS #46). Changes a text that is not a domain name only to lower case.
 */
export function domainKey(domain: string): string {
  return domainToUnicode(domainToASCII(domain)) || domain.toLowerCase();
}
