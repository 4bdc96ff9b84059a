import { type CaptionForm, routes } from '@secure-preview/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refreshTrailers } from '../../../lib/api/trailers.js';
import { call } from '../../../lib/http-client.js';

/** Gives a trailer captions in one language, in place of those it had in it. */
export function useAddCaptions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ trailerId, ...body }: CaptionForm & { trailerId: string }) =>
      call(routes.captions.add, { params: { trailerId }, body }),
    onSuccess: () => refreshTrailers(queryClient),
  });
}

/** Takes captions in one language away from a trailer. */
export function useRemoveCaptions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (params: { trailerId: string; captionId: string }) =>
      call(routes.captions.remove, { params }),
    // Also when they were gone already.
    onSettled: () => refreshTrailers(queryClient),
  });
}
