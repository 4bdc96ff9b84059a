import type { HttpRoute, RouteResponse } from '@secure-preview/contracts';
import { type MutationCache, type QueryCache, QueryClient } from '@tanstack/react-query';
import { call } from './http-client.js';

interface Caches {
  queryCache?: QueryCache;
  mutationCache?: MutationCache;
}

/**
 * Creates a client whose queries never go stale. Nothing is refetched on focus or at intervals, and nothing
 * is retried (docs/product.md#upload-page).
 */
export function createQueryClient(caches: Caches = {}): QueryClient {
  return new QueryClient({
    ...caches,
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

type PlainRoute = HttpRoute & { readonly params?: never; readonly query?: never; readonly body?: never };
type Reader<T> = (context: { signal: AbortSignal }) => Promise<T>;

/** Returns a query function for a route without input. */
export function reader<R extends PlainRoute>(route: R): Reader<RouteResponse<R>> {
  return async ({ signal }) => (await call<PlainRoute>(route, {}, { signal })) as RouteResponse<R>;
}
