import { routes, type ViewingUpdate } from '@secure-preview/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';

/**
 * Tells the server once that this visitor opened the trailer screen. A query that never grows old, so that neither a
 * second mount nor a return from another page sends it again.
 */
const accessLogQuery = queryOptions({
  queryKey: [routes.viewing.accessLog.path],
  // Without the query's signal: a mount that is taken back must not take the call back and repeat it.
  queryFn: () => call(routes.viewing.accessLog),
  gcTime: Number.POSITIVE_INFINITY,
});

export function useAccessLog(): void {
  useQuery(accessLogQuery);
}

/** Begins a viewing session of a trailer and answers its id. */
export async function startViewingSession(trailerId: string): Promise<string> {
  return (await call(routes.viewing.start, { body: { trailerId } })).id;
}

/** Reports how much was watched, even from a page that is closing. */
export async function updateViewingSession(id: string, update: ViewingUpdate): Promise<void> {
  await call(routes.viewing.update, { params: { id }, body: update }, { keepalive: true });
}
