import { limits, type UnsentMailsPage, unsentMailsRoutes } from '@secure-preview/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';
import { listOptions } from '../../../lib/list-page.js';

/** Pages of the alerts and codes that were not sent. The first one is short, the others are those of all lists. */
export const unsentMailsQuery = infiniteQueryOptions({
  ...listOptions,
  queryKey: [unsentMailsRoutes.list.path],
  queryFn: ({ pageParam: cursor, signal }): Promise<UnsentMailsPage> =>
    call(
      unsentMailsRoutes.list,
      { query: cursor === null ? {} : { cursor, limit: limits.access.page.default } },
      { signal },
    ),
  getNextPageParam: (page) => page.nextCursor,
});
