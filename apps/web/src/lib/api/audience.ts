import { audienceRoutes } from '@secure-preview/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../http-client.js';

/** The figures of the audience. @param trailerId the version; default: the shown one */
export const audienceQuery = (trailerId?: string) =>
  queryOptions({
    queryKey: [audienceRoutes.overview.path, trailerId ?? ''],
    queryFn: ({ signal }) =>
      call(audienceRoutes.overview, { query: trailerId === undefined ? {} : { trailerId } }, { signal }),
    // Read again on every mount, because visitors change it.
    staleTime: 0,
  });
