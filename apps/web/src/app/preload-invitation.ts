import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { invitationLink } from '../lib/invitation-link.js';
import { languageStore } from '../lib/language/language-store.js';

/**
 * Requests the invitation of a link before the page is rendered, and keeps it until the link has been used. The language
 * of the page must be set. A failure is shown by the page.
 */
export async function preloadInvitation(queryClient: QueryClient): Promise<void> {
  const link = invitationLink.read();
  if (!link) return;
  const { invitationQuery } = await import('../features/gate/api/invitations.js');
  // The link was used meanwhile.
  if (invitationLink.read() !== link) return;
  // Without an observer, the query is removed as soon as it is answered.
  const query = invitationQuery(link, languageStore.read().language);
  const stop = new QueryObserver(queryClient, query).subscribe(() => undefined);
  const removeListener = invitationLink.subscribe(() => {
    stop();
    removeListener();
  });
}
