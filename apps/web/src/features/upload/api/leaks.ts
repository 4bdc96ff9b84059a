import { leaksRoutes, type RouteRequest } from '@secure-preview/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';

/** Starts the examination of an uploaded clip. */
export function useCreateLeakCase() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteRequest<typeof leaksRoutes.create>['body']) => call(leaksRoutes.create, { body }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: [leaksRoutes.list.path] }),
  });
}
