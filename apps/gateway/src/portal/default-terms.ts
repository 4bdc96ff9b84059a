/** Terms of a portal whose owner brings none. Blank lines part the paragraphs. */
export const defaultTerms = (
  owner: string,
  company: string,
) => `This page shows confidential material that belongs to ${owner} and ${company} ("we"). By ticking the acceptance box and entering, you agree to the following. Without ticking the box you cannot enter.

1. Confidential. The trailer, its title, its description and the fact that you were shown them are confidential. You may speak of them only to people of your own organisation who need to know and who keep them confidential as well.

2. For you alone. Access is given to the person named at the entrance. Do not pass on the address of this page, your session or anything you see on it, and do not let others watch over your shoulder or at your screen.

3. No copies. Do not download, record, film, photograph or capture the trailer or any part of it, by any means, and do not help anybody to do so.

4. No publication. Do not publish, broadcast, post, describe or review the material anywhere before we have made it public ourselves.

5. All access is logged and monitored. We keep your name and e-mail address as you gave them, your IP address, your browser's description, the time of each access, how long and which parts you watched, and the text of these terms that you accepted. Your name, e-mail address and IP address are shown over the picture while you watch.

6. Why we keep it. We use these records to know who was shown the material, to answer for it to those who have rights in it, and to find the source of a leak. We do not sell them. Ask us if you want to know what we keep about you, or to have it corrected or removed as far as the law lets us.

7. Ownership. All rights in the material stay with us and our licensors. Watching it gives you no licence to use it.

8. As it is. The material is work in progress. It may differ from what is released, and we may withdraw it or your access at any time without notice.

9. If these terms are broken. You are answerable for damage that comes from breaking these terms. Unauthorised distribution can do harm that money does not make good, and we may ask a court to stop it at once besides claiming damages.

10. Questions. If anything here is unclear, ask us before you enter; the contact is at the foot of the page.`;
