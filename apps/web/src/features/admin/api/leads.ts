import { leadsHeaders, routes } from '@secure-preview/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callForHeaders } from '../../../lib/http-client.js';

/** Captured leads, newest first, page by page. */
export const leadsQuery = infiniteQueryOptions({
  queryKey: [routes.leads.list.path],
  queryFn: async ({ pageParam, signal }) => {
    const query = pageParam ? { cursor: pageParam } : {};
    const { data, headers } = await callForHeaders(routes.leads.list, { query }, { signal });
    return {
      leads: data,
      total: Number(headers.get(leadsHeaders.total) ?? data.length),
      nextCursor: headers.get(leadsHeaders.nextCursor) || null,
    };
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
  // Visitors come while the page is elsewhere: each visit of it reads anew.
  refetchOnMount: 'always',
});
