import type { HttpRoute, RouteResponse } from '@secure-preview/contracts';
import { type MutationCache, type QueryCache, QueryClient } from '@tanstack/react-query';
import { call } from './http-client.js';
import { HttpError } from './http-error.js';

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

/** Returns a query function for a route without input. A 401 throws, or returns null with `on401: 'null'`. */
export function reader<R extends PlainRoute>(route: R): Reader<RouteResponse<R>>;
export function reader<R extends PlainRoute>(
  route: R,
  options: { on401: 'null' },
): Reader<RouteResponse<R> | null>;
export function reader(route: PlainRoute, options?: { on401: 'null' }): Reader<unknown> {
  return async ({ signal }) => {
    try {
      return await call(route, {}, { signal });
    } catch (error) {
      if (options?.on401 === 'null' && error instanceof HttpError && error.status === 401) return null;
      throw error;
    }
  };
}
