import { type ListedTrailer, trailersRoutes } from '@secure-preview/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { PROCESSING_POLL_MS } from '../constants.js';
import { reader } from '../query-client.js';
import { activeTrailerQuery } from './active-trailer.js';

/** All trailers. Polled only while one is processed (docs/product.md#upload-page). */
export const trailersQuery = queryOptions<ListedTrailer[]>({
  queryKey: [trailersRoutes.list.path],
  queryFn: reader(trailersRoutes.list),
  refetchInterval: (query) =>
    query.state.data?.some((trailer) => !trailer.finished) ? PROCESSING_POLL_MS : false,
});

/** Refetches the trailers after a change (docs/product.md#upload-page). */
export async function refreshTrailers(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    // Includes inactive queries: an absent trailer is not refetched on mount.
    queryClient.invalidateQueries({ queryKey: activeTrailerQuery.queryKey, refetchType: 'all' }),
    queryClient.invalidateQueries({ queryKey: trailersQuery.queryKey }),
  ]);
}
