import { domainOfKey } from '@secure-preview/contracts';

/** Domains of Gmail, which ignores dots before the @. */
const GMAIL: readonly string[] = ['gmail.com', 'googlemail.com'];

/**
 * Returns a key for the mailbox that probably receives mails to an address: without `+tag`, and for Gmail without dots.
 * For limits only. Not every server delivers these addresses to one mailbox, so it never identifies a person.
 *
 * @param emailKey key of the address (`addressKey`)
 */
export function mailboxKey(emailKey: string): string {
  const domain = domainOfKey(emailKey);
  const local = emailKey.slice(0, -domain.length - 1);
  const untagged = local.replace(/(?<=.)\+.*$/su, '');
  return GMAIL.includes(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}
