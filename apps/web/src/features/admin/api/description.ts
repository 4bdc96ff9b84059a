import { trailersRoutes } from '@secure-preview/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshTrailers } from '../../../lib/api/trailers.js';
import { call } from '../../../lib/http-client.js';

export function useSaveDescription() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ trailerId, description }: { trailerId: string; description: string }) =>
      call(trailersRoutes.setDescription, { params: { trailerId }, body: { description } }),
    onSuccess: () => void refreshTrailers(queryClient),
  });
}
