import type { HttpRoute, RouteResponse } from '@secure-preview/contracts';
import { type MutationCache, type QueryCache, QueryClient } from '@tanstack/react-query';
import { call } from './http-client.js';
import { HttpError } from './http-error.js';

interface Caches {
  queryCache?: QueryCache;
  mutationCache?: MutationCache;
}

/** Queries never go stale, are not fetched again on focus or by the clock, and nothing is retried (docs/product.md#upload-page). */
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

/** Reads a route without input for a query; its key is the route's path. A 401 throws, or reads as null if so asked. */
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
