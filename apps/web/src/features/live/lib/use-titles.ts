import { type LivePlayer } from '@secure-preview/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { trailersQuery } from '../../../lib/api/trailers.js';

/** Returns the titles of the versions that are played; of a version that is not listed undefined. */
export function useTitles(players: readonly LivePlayer[], enabled: boolean): ReadonlyMap<string, string> {
  const queryClient = useQueryClient();
  const { data: trailers } = useQuery({ ...trailersQuery, enabled });
  const titles = new Map(trailers?.map(({ id, title }) => [id, title]));
  const requested = useRef(new Set<string>());
  const unlisted = players
    .map(({ trailerId }) => trailerId)
    .filter((id) => trailers && !titles.has(id))
    .join();
  useEffect(() => {
    // Another administrator may have uploaded it. Each version is looked for once: it may have been removed.
    const unknown = unlisted.split(',').filter((id) => id && !requested.current.has(id));
    for (const id of unknown) requested.current.add(id);
    if (unknown.length > 0) void queryClient.invalidateQueries({ queryKey: trailersQuery.queryKey });
  }, [queryClient, unlisted]);
  return titles;
}
