import { useIsMutating, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ENTER_KEY } from '../features/gate/api/enter.js';
import { TrailerPlayer } from '../features/preview/components/lazy-trailer-player.js';
import { PreviewScreen } from '../features/preview/lazy-components.js';
import { loadHls } from '../features/preview/lib/player/load-hls.js';
import { preloadHlsWhenIdle } from '../features/preview/lib/preload-hls.js';

/**
 * Preloads the next screen when the visitor focuses the form, and hls.js at the latest when the form is sent. From then
 * on, loads the start of a trailer as soon as it is known.
 */
export function usePreviewPreload(authenticated: boolean | undefined): void {
  useEffect(() => {
    if (authenticated !== false) return;
    const preload = () => {
      PreviewScreen.preload();
      TrailerPlayer.preload();
      preloadHlsWhenIdle();
    };
    addEventListener('focusin', preload, { once: true });
    return () => removeEventListener('focusin', preload);
  }, [authenticated]);

  const isSubmitting = useIsMutating({ mutationKey: ENTER_KEY }) > 0;
  useEffect(() => {
    if (!isSubmitting) return;
    TrailerPlayer.preload();
    void loadHls().catch(() => undefined);
  }, [isSubmitting]);

  const queryClient = useQueryClient();
  const isEntering = isSubmitting || authenticated === true;
  useEffect(() => {
    if (!isEntering) return;
    let isStopped = false;
    let stop: (() => void) | undefined;
    import('../features/preview/components/trailer-player.js').then(
      ({ loadTrailersEarly }) => {
        if (!isStopped) stop = loadTrailersEarly(queryClient);
      },
      // The player loads the trailer itself.
      () => undefined,
    );
    return () => {
      isStopped = true;
      stop?.();
    };
  }, [isEntering, queryClient]);
}
