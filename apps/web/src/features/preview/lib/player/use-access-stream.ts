import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { OnAccessLost } from '../access-lost.js';
import { followAccess, type OnNews } from './access-stream.js';

/**
 * Detects lost access at once, by an event stream that is open while the video plays or the page is visible. A hidden
 * page with a paused video needs none: its video is checked before it plays again (docs/product.md#event-streams).
 *
 * @param onNews called when another version is shown, or when the terms have changed
 * @returns whether the stream is open
 */
export function useAccessStream(
  videoRef: RefObject<HTMLVideoElement | null>,
  trailerId: string,
  onAccessLost: OnAccessLost,
  onNews?: OnNews,
): RefObject<boolean> {
  const isOpen = useRef(false);
  const handleAccessLost = useEffectEvent(onAccessLost);
  const handleNews = useEffectEvent<OnNews>((news) => onNews?.(news));

  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    const unmount = new AbortController();
    const { signal } = unmount;
    let close: (() => void) | undefined;
    const update = () => {
      if (!document.hidden || !video.paused) {
        close ??= followAccess(trailerId, {
          onAccessLost: (reason) => handleAccessLost(reason),
          onNews: (news) => handleNews(news),
          onOpen: (open) => {
            isOpen.current = open;
          },
        });
      } else {
        close?.();
        close = undefined;
      }
    };
    update();
    for (const event of ['play', 'pause']) video.addEventListener(event, update, { signal });
    document.addEventListener('visibilitychange', update, { signal });
    return () => {
      unmount.abort();
      close?.();
    };
  }, [videoRef, trailerId]);
  return isOpen;
}
