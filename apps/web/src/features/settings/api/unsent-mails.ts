import { type UnsentMailsPage, unsentMailsRoutes } from '@secure-preview/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';
import { listOptions } from '../../../lib/list-page.js';

/** Mails in each page after the first one. */
const FURTHER_MAILS = 100;

/** Pages of the alerts and codes that were not sent. The first one is short. */
export const unsentMailsQuery = infiniteQueryOptions({
  ...listOptions,
  queryKey: [unsentMailsRoutes.list.path],
  queryFn: ({ pageParam: cursor, signal }): Promise<UnsentMailsPage> =>
    call(
      unsentMailsRoutes.list,
      { query: cursor === null ? {} : { cursor, limit: FURTHER_MAILS } },
      { signal },
    ),
  getNextPageParam: (page) => page.nextCursor,
});
