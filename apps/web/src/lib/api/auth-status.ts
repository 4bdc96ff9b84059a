import { type AuthStatus, routes } from '@secure-preview/contracts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { retryAfterMs } from '../http-error.js';
import { reader } from '../query-client.js';

/** Who is asking: decides between gate, trailer and upload page. */
export const authStatusQuery = queryOptions<AuthStatus>({
  queryKey: [routes.auth.status.path],
  queryFn: reader(routes.auth.status),
});

export const useAuthStatus = () => useQuery(authStatusQuery);

/** Times that a portal with very many visitors is asked who this one is. */
const MOST_TRIES = 5;

/**
 * Asks again who is asking; resolves when the screens know. Where the portal has no time to say, it is asked again when
 * it wants to be: whoever was just let in must not see the gate once more.
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
