import { type NewTrailerForm, routes } from '@secure-preview/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { activeTrailerQuery, refreshTrailers } from '../../../lib/api/trailers.js';
import { call } from '../../../lib/http-client.js';

/** Turns an uploaded video into a trailer. */
export function useCreateTrailer() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewTrailerForm) => call(routes.trailers.create, { body }),
    onSuccess: () => void refreshTrailers(queryClient),
  });
}

/** Gives a trailer another poster. */
export function useSetPoster() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ trailerId, posterURL }: { trailerId: string; posterURL: string }) =>
      call(routes.trailers.setPoster, { params: { trailerId }, body: { posterURL } }),
    onSuccess: () => void refreshTrailers(queryClient),
  });
}

/** The id of the trailer that is active right now; null when there is none or it cannot be told. */
export async function findActiveTrailerId(queryClient: QueryClient): Promise<string | null> {
  try {
    return (await queryClient.fetchQuery({ ...activeTrailerQuery, staleTime: 0 })).id;
  } catch {
    return null;
  }
}
