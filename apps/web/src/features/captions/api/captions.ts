import { type CaptionForm, captionsRoutes } from '@secure-preview/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshTrailers } from '../../../lib/api/trailers.js';
import { call } from '../../../lib/http-client.js';

/** Adds captions in one language to a trailer, replacing existing ones in that language. */
export function useAddCaptions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ trailerId, ...body }: CaptionForm & { trailerId: string }) =>
      call(captionsRoutes.add, { params: { trailerId }, body }),
    onSuccess: () => refreshTrailers(queryClient),
  });
}

/** Removes captions in one language from a trailer. */
export function useRemoveCaptions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (params: { trailerId: string; captionId: string }) => call(captionsRoutes.remove, { params }),
    // Runs after a failure too, because the captions may already be removed.
    onSettled: () => refreshTrailers(queryClient),
  });
}
