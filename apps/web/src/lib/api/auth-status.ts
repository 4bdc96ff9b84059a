import { type AuthStatus, routes } from '@secure-preview/contracts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { reader } from '../query-client.js';

/** Who is asking: decides between gate, trailer and upload page. */
export const authStatusQuery = queryOptions<AuthStatus>({
  queryKey: [routes.auth.status.path],
  queryFn: reader(routes.auth.status),
});

export const useAuthStatus = () => useQuery(authStatusQuery);

/** Asks again who is asking; resolves when the screens know. */
export function refreshAuthStatus(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey });
}
