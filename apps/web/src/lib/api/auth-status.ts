import { type AuthStatus, routes } from '@secure-preview/contracts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { retryAfterMs } from '../http-error.js';
import { reader } from '../query-client.js';

/** The auth status, which selects between gate, trailer and upload page. */
export const authStatusQuery = queryOptions<AuthStatus>({
  queryKey: [routes.auth.status.path],
  queryFn: reader(routes.auth.status),
});

export const useAuthStatus = () => useQuery(authStatusQuery);

/** Maximum number of status requests while the portal is overloaded. */
const MOST_TRIES = 5;

/**
 * Refetches the auth status; resolves when the screens have it. While the portal is overloaded, retries after
 * the time that it returns: a visitor who just signed in must not see the gate again.
 */
export async function refreshAuthStatus(queryClient: QueryClient): Promise<void> {
  const { queryKey } = authStatusQuery;
  for (let tries = 1; ; tries += 1) {
    await queryClient.invalidateQueries({ queryKey });
    const waitMs = retryAfterMs(queryClient.getQueryState(queryKey)?.error);
    if (waitMs === undefined || tries === MOST_TRIES) return;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
