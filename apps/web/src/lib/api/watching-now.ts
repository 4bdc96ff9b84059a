import { liveRoutes } from '@secure-preview/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../http-client.js';

/** Milliseconds between requests while the page is visible. */
const COUNT_POLL_MS = 10_000;

export interface WatchingNow {
  /** Visitors whose player plays or is paused, without staff. */
  readonly watching: number;
  /** Those of them whose player plays. */
  readonly playing: number;
}

/**
 * Counts the visitors who are watching now. Undefined until the answer arrives, and while it fails.
 *
 * @param enabled whether the page has the uploader's level
 */
export function useWatchingNow(enabled: boolean): WatchingNow | undefined {
  const { data, isError } = useQuery({
    queryKey: [liveRoutes.list.path, 'counts'],
    queryFn: ({ signal }) => call(liveRoutes.list, { query: { limit: 1 } }, { signal }),
    refetchInterval: COUNT_POLL_MS,
    staleTime: 0,
    gcTime: 0,
    enabled,
    select: ({ watching, playing }): WatchingNow => ({ watching, playing }),
  });
  return isError ? undefined : data;
}
