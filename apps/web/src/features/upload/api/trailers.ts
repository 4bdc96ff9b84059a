import { type NewTrailerForm, trailersRoutes } from '@secure-preview/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { activeTrailerQuery } from '../../../lib/api/active-trailer.js';
import { refreshTrailers } from '../../../lib/api/trailers.js';
import { call } from '../../../lib/http-client.js';

/** Creates a trailer from an uploaded video. */
export function useCreateTrailer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewTrailerForm) => call(trailersRoutes.create, { body }),
    onSuccess: () => void refreshTrailers(queryClient),
  });
}

/** Replaces the poster of a trailer. */
export function useSetPoster() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ trailerId, posterURL }: { trailerId: string; posterURL: string }) =>
      call(trailersRoutes.setPoster, { params: { trailerId }, body: { posterURL } }),
    onSuccess: () => void refreshTrailers(queryClient),
  });
}

/** Returns the id of the active trailer; null if there is none or the lookup fails. */
export async function findActiveTrailerId(queryClient: QueryClient): Promise<string | null> {
  try {
    return (await queryClient.fetchQuery({ ...activeTrailerQuery, staleTime: 0 })).id;
  } catch {
    return null;
  }
}
