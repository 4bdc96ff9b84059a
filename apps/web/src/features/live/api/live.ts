import { liveRoutes } from '@secure-preview/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';
import type { LiveFilter } from '../lib/live-filter.js';

/**
 * Milliseconds between requests while the page is visible. A change reaches the portal within a second, and is shown
 * within 2 s. One administrator who asks once a second costs less than connections that are kept open for it.
 */
const LIVE_POLL_MS = 1000;

/** Open players, as many as the page shows. @param limit maximum number of them in the answer */
export const liveQuery = ({ only, ...filter }: LiveFilter, limit: number) =>
  queryOptions({
    queryKey: [liveRoutes.list.path, { ...filter, only, limit }],
    queryFn: ({ signal }) =>
      call(liveRoutes.list, { query: { ...filter, ...(only ? { only } : {}), limit } }, { signal }),
    refetchInterval: LIVE_POLL_MS,
    // A list of earlier visitors must not be shown as live.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
