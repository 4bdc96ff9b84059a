import { type AuthStatus, statusRoute } from '@secure-preview/contracts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { retryAfterMs } from '../http-error.js';
import { reader } from '../query-client.js';

/** The auth status, which selects the screen: gate, trailer or upload page. */
export const authStatusQuery = queryOptions<AuthStatus>({
  queryKey: [statusRoute.path],
  queryFn: reader(statusRoute),
});

export const useAuthStatus = () => useQuery(authStatusQuery);

/** Maximum number of status requests while the portal is overloaded. */
const MAX_ATTEMPTS = 5;

/**
 * Refetches the auth status, and resolves when it is available. While the portal is overloaded, retries after the
 * time that it specifies: a visitor who has just entered must not see the gate again.
 */
export async function refreshAuthStatus(queryClient: QueryClient): Promise<void> {
  const { queryKey } = authStatusQuery;
  for (let attempt = 1; ; attempt += 1) {
    await queryClient.invalidateQueries({ queryKey });
    const waitMs = retryAfterMs(queryClient.getQueryState(queryKey)?.error);
    if (waitMs === undefined || attempt === MAX_ATTEMPTS) return;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
