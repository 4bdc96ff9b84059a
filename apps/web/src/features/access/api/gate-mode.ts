import { type GateModeView, gateModeRoutes, type RouteRequest } from '@secure-preview/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { portalConfigQuery } from '../../../lib/api/portal-config.js';
import { call } from '../../../lib/http-client.js';
import { reader } from '../../../lib/query-client.js';

/** Who may pass the gate. Refetched on every mount, because others can change it. */
export const gateModeQuery = queryOptions<GateModeView>({
  queryKey: [gateModeRoutes.read.path],
  queryFn: reader(gateModeRoutes.read),
  staleTime: 0,
});

export type GateModeChange = RouteRequest<typeof gateModeRoutes.change>['body'];

export function useChangeGateMode() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: GateModeChange) => call(gateModeRoutes.change, { body }),
    onSuccess: (view) => {
      queryClient.setQueryData(gateModeQuery.queryKey, view);
      void queryClient.invalidateQueries({ queryKey: portalConfigQuery.queryKey });
    },
  });
}

export const useSendTestCode = () =>
  useMutation({
    mutationFn: (body: RouteRequest<typeof gateModeRoutes.sendTestCode>['body']) =>
      call(gateModeRoutes.sendTestCode, { body }),
  });
