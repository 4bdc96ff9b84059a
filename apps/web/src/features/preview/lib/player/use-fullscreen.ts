import { type RefObject, useCallback, useEffect, useState } from 'react';

/**
 * Makes the whole player fullscreen, including its overlays. Where elements cannot go fullscreen (iPhone), the
 * player fills the window instead, until Escape is pressed (docs/product.md#player).
 */
export function useFullscreen(playerRef: RefObject<HTMLElement | null>) {
  const [isNative, setNative] = useState(false);
  const [filling, setFilling] = useState(false);

  useEffect(() => {
    const update = () =>
      setNative(document.fullscreenElement === playerRef.current && playerRef.current !== null);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, [playerRef]);

  useEffect(() => {
    if (!filling) return;
    const leave = (event: KeyboardEvent) => {
      // The first Escape closes an open menu.
      if (event.key === 'Escape' && !event.defaultPrevented) setFilling(false);
    };
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = 'hidden';
    document.addEventListener('keydown', leave);
    return () => {
      document.documentElement.style.overflow = overflow;
      document.removeEventListener('keydown', leave);
    };
  }, [filling]);

  const toggle = useCallback(async () => {
    const player = playerRef.current;
    if (document.fullscreenElement) return document.exitFullscreen();
    if (filling || !player?.requestFullscreen) return setFilling((value) => !value);
    // Fills the window if fullscreen is rejected, for example inside an iframe.
    await player.requestFullscreen().catch(() => setFilling(true));
  }, [playerRef, filling]);

  return { fullscreen: isNative || filling, filling, toggle };
}
