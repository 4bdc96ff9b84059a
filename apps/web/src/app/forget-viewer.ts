import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { authStatusQuery, useAuthStatus } from '../lib/api/auth-status.js';
import { portalConfigQuery } from '../lib/api/portal-config.js';
import { INVITATION_KEY } from '../lib/invitation-link.js';

const PUBLIC_KEYS: readonly unknown[] = [
  authStatusQuery.queryKey[0],
  portalConfigQuery.queryKey[0],
  INVITATION_KEY,
];

/** Removes the cached data of a viewer. Call it while no page shows them. */
export function forgetViewer(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => !PUBLIC_KEYS.includes(queryKey[0]) });
}

/** Removes the cached data of the previous viewer after sign-out. */
export function useForgetViewer(): void {
  const queryClient = useQueryClient();
  const authenticated = useAuthStatus().data?.authenticated;
  useEffect(() => {
    if (authenticated === false) forgetViewer(queryClient);
  }, [authenticated, queryClient]);
}
