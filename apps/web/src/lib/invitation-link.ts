import type { InvitationLink } from '@secure-preview/contracts';
import { useSyncExternalStore } from 'react';

const PREFIX = '#invitation=';

/** First part of the key of the query that reads the invitation. */
export const INVITATION_KEY = 'invitation';

let present: InvitationLink | undefined;
const listeners = new Set<() => void>();

function set(link: InvitationLink | undefined): void {
  present = link;
  for (const listener of listeners) listener();
}

/**
 * Moves an invitation from the fragment of the address into memory. Its secret must not stay in the address bar, the
 * history of the tab, or any storage (docs/product.md#access).
 */
export function takeInvitationLink(): void {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(PREFIX)) return;
  history.replaceState(history.state, '', pathname + search);
  const [id = '', secret = ''] = hash.slice(PREFIX.length).split('.', 2);
  set({ id, secret });
}

takeInvitationLink();
// Fires when the visitor opens a link while the page is open.
addEventListener('hashchange', takeInvitationLink);

/** The invitation link with which the page was opened, until it has been used. */
export const invitationLink = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => present,
  forget: () => set(undefined),
};

export const useInvitationLink = () => useSyncExternalStore(invitationLink.subscribe, invitationLink.read);
