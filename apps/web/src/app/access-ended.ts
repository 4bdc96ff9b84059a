import type { AccessEndedReason } from '@secure-preview/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { authStatusQuery } from '../lib/api/auth-status.js';
import { invitationLink } from '../lib/invitation-link.js';

/**
 * Shows why the visitor's access has ended, in place of the page. Does not wait for the status, because the player
 * must disappear at once (docs/product.md#access).
 */
export function showAccessEnded(queryClient: QueryClient, accessEnded: AccessEndedReason): void {
  // Otherwise the gate of the invitation would remain visible.
  invitationLink.forget();
  const { queryKey } = authStatusQuery;
  // Ignores a request in progress, whose response may be older than this state.
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, {
    authenticated: false,
    uploadAuthenticated: false,
    viewer: null,
    accessEnded,
  });
}
