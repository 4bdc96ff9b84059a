import { type ActiveTrailer, activeTrailerRoute } from '@secure-preview/contracts';
import { queryOptions } from '@tanstack/react-query';
import { PROCESSING_POLL_MS } from '../constants.js';
import { hasCode } from '../http-error.js';
import { reader } from '../query-client.js';

/** The active trailer. Polled only while it cannot be played yet. */
export const activeTrailerQuery = queryOptions<ActiveTrailer>({
  queryKey: [activeTrailerRoute.path],
  queryFn: reader(activeTrailerRoute),
  refetchInterval: (query) => (query.state.data?.status === 'processing' ? PROCESSING_POLL_MS : false),
  // Prevents each component from refetching a trailer that is known to be absent.
  retryOnMount: ({ state }) => !hasCode(state.error, 'NO_ACTIVE_TRAILER'),
});
