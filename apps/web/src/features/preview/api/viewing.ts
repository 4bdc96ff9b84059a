import { type PlayerReport, type RouteRequest, viewingRoutes } from '@secure-preview/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/http-client.js';

/**
 * Logs once that this visitor opened the trailer screen. The query never expires, so neither a second mount
 * nor a return from another page repeats the call.
 */
const accessLogQuery = queryOptions({
  queryKey: [viewingRoutes.accessLog.path],
  // Ignores the query's signal: an aborted mount must neither abort nor repeat the call.
  queryFn: () => call(viewingRoutes.accessLog),
  gcTime: Number.POSITIVE_INFINITY,
});

export function useAccessLog(): void {
  useQuery(accessLogQuery);
}

/**
 * Resolves if the session still has access, and may still play the trailer if one is given. Does not restart its idle
 * time.
 */
export async function checkAccess(trailerId: string | undefined, signal: AbortSignal): Promise<void> {
  await call(viewingRoutes.checkAccess, { query: trailerId === undefined ? {} : { trailerId } }, { signal });
}

/** Starts a viewing session of a trailer and returns its id. */
export async function startViewingSession(trailerId: string): Promise<string> {
  return (await call(viewingRoutes.start, { body: { trailerId } })).id;
}

type WatchReport = RouteRequest<typeof viewingRoutes.update>['body'];

/** Sends a watch report, even from a page that is closing. */
export async function updateViewingSession(id: string, body: WatchReport): Promise<void> {
  await call(viewingRoutes.update, { params: { id }, body }, { keepalive: true });
}

/** Sends the state of the player between watch reports. Does not restart the idle time of the session. */
export async function signalPlayer(id: string, body: PlayerReport): Promise<void> {
  await call(viewingRoutes.signal, { params: { id }, body });
}
