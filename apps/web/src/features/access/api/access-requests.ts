import {
  type AccessRequest,
  type AccessRequestSort,
  type AccessRequestState,
  accessRequestsRoutes,
  limits,
} from '@secure-preview/contracts';
import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';
import { cursorPart, type ExportSource, listOptions } from '../../../lib/list-page.js';
import { retried } from '../../../lib/retried.js';
import { invitationLists } from './invitations.js';

const requestLists = [accessRequestsRoutes.list.path] as const;

export interface RequestFilter {
  /** Part of a name, address or reason; empty to match all. */
  q: string;
  state: AccessRequestState | '';
  sort: AccessRequestSort;
}

const queryOf = ({ q, state, sort }: RequestFilter, cursor: string | null) => ({
  q,
  sort,
  ...(state === '' ? {} : { state }),
  ...cursorPart(cursor),
});

/** Pages of requests for access. */
export const accessRequestsQuery = (filter: RequestFilter) =>
  infiniteQueryOptions({
    ...listOptions,
    queryKey: [...requestLists, filter],
    queryFn: ({ pageParam, signal }) =>
      call(accessRequestsRoutes.list, { query: queryOf(filter, pageParam) }, { signal }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

/** Returns the requests that match a filter, for an export. */
export const exportedRequests = (filter: RequestFilter): ExportSource<AccessRequest> => ({
  name: 'access-requests',
  columns: ['id', 'at', 'name', 'email', 'reason', 'state', 'decidedAt', 'decidedByName'],
  readPage: async (cursor, signal) => {
    const query = { ...queryOf(filter, cursor), limit: limits.access.page.max };
    const request = () => call(accessRequestsRoutes.list, { query }, { signal });
    const { requests, total, nextCursor } = await retried(request, signal);
    return { rows: requests, total, nextCursor };
  },
});

export type Decision = 'allow' | 'dismiss';

/** Decides a request. An allowed person is invited. */
export function useDecideRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ request, decision }: { request: AccessRequest; decision: Decision }) =>
      call(accessRequestsRoutes[decision], { params: { requestId: request.id } }),
    // Also after an error: another administrator may have decided it.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: requestLists }),
        queryClient.invalidateQueries({ queryKey: invitationLists }),
      ]),
  });
}

/** Dismisses requests together, and returns the number of those that were open. */
export function useDismissRequests() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      let dismissed = 0;
      for (let start = 0; start < ids.length; start += limits.access.page.max) {
        const body = { ids: ids.slice(start, start + limits.access.page.max) };
        dismissed += (await call(accessRequestsRoutes.dismissAll, { body })).dismissed;
      }
      return dismissed;
    },
    // Also after an error: earlier calls may have succeeded.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: requestLists }),
  });
}
