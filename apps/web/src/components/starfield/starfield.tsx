import { useEffect, useRef } from 'react';
import { openSkyCanvas } from './sky-canvas.js';

/** Maximum device pixels per CSS pixel. More would slow down painting without a visible difference. */
const MAX_PIXEL_RATIO = 2;

/** Milliseconds before the sky moves, because the first frames compete with the page that is still loading. */
const FIRST_MOVE_AFTER_MS = 5000;

/**
 * Shows the animated background. It does not move under reduced motion, while the tab is hidden, or while a video
 * plays: painting the stars can take as much time as decoding the video.
 */
export default function Starfield() {
  const host = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // Every mount creates a canvas, because a canvas can be transferred to a worker only once.
    const canvas = document.createElement('canvas');
    host.current?.append(canvas);
    const sky = openSkyCanvas(canvas);
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

    const resize = () =>
      sky.resize({
        width: innerWidth,
        height: innerHeight,
        ratio: Math.min(devicePixelRatio, MAX_PIXEL_RATIO),
      });
    /** The loading page and each playing video. */
    let reasonsToWait = 1;
    const updateMotion = () => sky.setMoving(!reasonsToWait && !document.hidden && !reducedMotion.matches);
    const endWait = () => {
      reasonsToWait -= 1;
      updateMotion();
    };
    const onPlay = ({ target }: Event) => {
      reasonsToWait += 1;
      updateMotion();
      // Not on the document: a video that is removed while it plays pauses outside of it.
      target?.addEventListener('pause', endWait, { once: true });
    };
    const firstMove = setTimeout(endWait, FIRST_MOVE_AFTER_MS);

    resize();
    addEventListener('resize', resize);
    document.addEventListener('visibilitychange', updateMotion);
    // Media events do not bubble, but pass the document first.
    document.addEventListener('play', onPlay, true);
    reducedMotion.addEventListener('change', updateMotion);
    return () => {
      clearTimeout(firstMove);
      removeEventListener('resize', resize);
      document.removeEventListener('visibilitychange', updateMotion);
      document.removeEventListener('play', onPlay, true);
      reducedMotion.removeEventListener('change', updateMotion);
      sky.stop();
      canvas.remove();
    };
  }, []);

  return <div ref={host} className="scene no-print" aria-hidden="true" />;
}
