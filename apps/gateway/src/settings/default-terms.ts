/** Owner of the material, and contacts for visitors. */
export interface TermsParty {
  readonly owner: string;
  readonly company: string;
  readonly email: string | undefined;
  readonly phone: string | undefined;
}

function questions({ email, phone }: TermsParty): string {
  const contact = [email, phone].filter(Boolean).join(' or ');
  return contact
    ? `If anything here is unclear, ask us before you enter: ${contact}.`
    : 'Do not enter if anything here is unclear to you.';
}

/**
 * Returns the terms of a portal whose owner supplies none. They promise only what the portal itself does.
 * Blank lines separate the paragraphs.
 */
export const defaultTerms = (
  party: TermsParty,
) => `This page shows confidential material that belongs to ${party.owner} and ${party.company} ("we"). To enter, you must tick the acceptance box. By ticking it and entering, you agree to the following.

1. Confidential. The trailer, its title, its description and the fact that you were shown them are confidential. You may speak of them only to people of your own organisation who need to know and who keep them confidential as well.

2. For you alone. Enter with your own name and e-mail address. What you are shown is meant for you alone. Do not pass on the address of this page, your session or anything you see on it, and do not let others watch with you.

3. No copies. Do not download, record, film, photograph or capture the trailer or any part of it, by any means, and do not help anybody to do so.

4. No publication. Do not publish, broadcast, post, describe or review the material anywhere before we have made it public ourselves.

5. All access is logged and monitored. The log holds your name and e-mail address as you gave them, your IP address, your browser's description, the time of each access, which parts of the trailer were sent to you, which parts you watched and for how long, and the text of these terms that you accepted. Your name, e-mail address, IP address and the time are shown over the picture while you watch.

6. What the log is for. It shows who was given access to the material and helps to find the source of a leak. This page offers no way to change or delete what is logged, and the log has no date on which it is deleted. Rights that the law gives you over your data are not limited by these terms.

7. Ownership. All rights in the material stay with us and our licensors. Watching it gives you no licence to use it.

8. As it is. The material is work in progress. It may differ from what is released, and we may withdraw it or end your access at any time without notice.

9. If these terms are broken. You are liable for damage that comes from breaking these terms. Unauthorised distribution can do harm that money does not make good, and we may ask a court to stop it at once besides claiming damages.

10. Questions. ${questions(party)}`;
