import { hashKey, type QueryClient } from '@tanstack/react-query';
import { activeTrailerQuery } from '../../../../lib/api/active-trailer.js';
import { authStatusQuery } from '../../../../lib/api/auth-status.js';
import { rememberedGateFields } from '../../../../lib/memory/gate-fields.js';
import { playbackPosition } from '../../../../lib/memory/playback-positions.js';
import { dropEarlyEngine, startEarlyEngine } from './early-engine.js';

/**
 * Starts to load each trailer that the page is about to show, as soon as it is known, while React renders the player.
 *
 * @returns a function that stops this, and destroys an engine without a player
 */
export function loadTrailersEarly(queryClient: QueryClient): () => void {
  const { queryKey } = activeTrailerQuery;
  const start = () => {
    const trailer = queryClient.getQueryData(queryKey);
    if (!trailer?.filePath) return;
    // A visitor who has just entered is known before the status.
    const email =
      rememberedGateFields.read()?.email ?? queryClient.getQueryData(authStatusQuery.queryKey)?.viewer?.email;
    const startAt = email === undefined ? undefined : playbackPosition(email, trailer.id).read();
    startEarlyEngine(trailer.filePath, { startAt, aspectRatio: trailer.aspectRatio });
  };
  start();
  const stop = queryClient.getQueryCache().subscribe((event) => {
    const isFetched = event.type === 'updated' && event.action.type === 'success';
    if (isFetched && event.query.queryHash === hashKey(queryKey)) start();
  });
  return () => {
    stop();
    dropEarlyEngine();
  };
}
