import { type Engagement, engagementRoutes } from '@secure-preview/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';

/** How a version was watched. Refetched on every mount, because viewers change it. */
export const engagementQuery = (trailerId: string) =>
  queryOptions<Engagement>({
    queryKey: [engagementRoutes.read.path, trailerId],
    queryFn: ({ signal }) => call(engagementRoutes.read, { params: { trailerId } }, { signal }),
    staleTime: 0,
  });
