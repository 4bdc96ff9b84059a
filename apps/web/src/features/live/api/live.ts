import { liveRoutes } from '@secure-preview/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';

/**
 * Milliseconds between requests while the page is visible. A change reaches the portal within a second, and is shown
 * within 2 s. One administrator who asks once a second costs less than connections that are kept open for it.
 */
const LIVE_POLL_MS = 1000;

export interface LiveFilter {
  /** Part of a name or address; empty to match all. */
  q: string;
  /** Maximum number of players in the answer. */
  limit: number;
}

/** Open players, as many as the page shows. */
export const liveQuery = (filter: LiveFilter) =>
  queryOptions({
    queryKey: [liveRoutes.list.path, filter],
    queryFn: ({ signal }) => call(liveRoutes.list, { query: filter }, { signal }),
    refetchInterval: LIVE_POLL_MS,
    // A list of earlier visitors must not be shown as live.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
