import { type ActiveTrailer, type ListedTrailer, routes } from '@secure-preview/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { PROCESSING_POLL_MS } from '../constants.js';
import { hasCode } from '../http-error.js';
import { reader } from '../query-client.js';

/** The trailer being shown; looked at again by itself only while it cannot be played yet. */
export const activeTrailerQuery = queryOptions<ActiveTrailer>({
  queryKey: [routes.trailers.active.path],
  queryFn: reader(routes.trailers.active),
  refetchInterval: (query) => (query.state.data?.status === 'processing' ? PROCESSING_POLL_MS : false),
  // Each part of a page that reads it would ask again for what is known to be absent.
  retryOnMount: ({ state }) => !hasCode(state.error, 'NO_ACTIVE_TRAILER'),
});

/** All trailers; looked at again by itself only while something is made of one (docs/product.md#upload-page). */
export const trailersQuery = queryOptions<ListedTrailer[]>({
  queryKey: [routes.trailers.list.path],
  queryFn: reader(routes.trailers.list),
  refetchInterval: (query) =>
    query.state.data?.some((trailer) => !trailer.finished) ? PROCESSING_POLL_MS : false,
});

/** After a change to trailers (docs/product.md#upload-page). */
export async function refreshTrailers(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    // Also where no part of a page reads it now: one that was absent is not asked for again by itself.
    queryClient.invalidateQueries({ queryKey: activeTrailerQuery.queryKey, refetchType: 'all' }),
    queryClient.invalidateQueries({ queryKey: trailersQuery.queryKey }),
  ]);
}
