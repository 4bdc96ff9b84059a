import { type HttpRoute, trailersRoutes } from '@secure-preview/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshTrailers } from '../../../lib/api/trailers.js';
import { call } from '../../../lib/http-client.js';

const { activate, cancel, mark, remove } = trailersRoutes;

/**
 * Sends a change of one trailer. Refetches the lists even after a rejection, which means that the lists are out of
 * date.
 */
function useChange<R extends typeof activate | typeof cancel | typeof mark | typeof remove>(
  route: R & HttpRoute,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (trailerId: string) => call(route as typeof activate, { params: { trailerId } }),
    onSettled: () => refreshTrailers(queryClient),
  });
}

export const useActivate = () => useChange(activate);
export const useCancel = () => useChange(cancel);
export const useMark = () => useChange(mark);
export const useRemove = () => useChange(remove);
