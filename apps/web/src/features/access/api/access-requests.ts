import { type AccessRequest, accessRequestsRoutes } from '@secure-preview/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';
import { invitationLists } from './invitations.js';

/** Requests for access, open ones first. Refetched on every mount, because visitors send them. */
export const accessRequestsQuery = queryOptions<AccessRequest[]>({
  queryKey: [accessRequestsRoutes.list.path],
  queryFn: async ({ signal }) => (await call(accessRequestsRoutes.list, {}, { signal })).requests,
  staleTime: 0,
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
        queryClient.invalidateQueries({ queryKey: accessRequestsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: invitationLists }),
      ]),
  });
}
