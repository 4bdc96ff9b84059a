import { useEffect, useRef } from 'react';
import { openSkyCanvas } from './sky-canvas.js';

/** More device pixels than this are invisible in a star and cost fill rate. */
const MAX_RATIO = 2;

/** The animated background. It is still under reduced motion, and pauses while the tab is hidden. */
export default function Starfield() {
  const host = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // A canvas can be handed to a worker only once, so every mount creates its own.
    const canvas = document.createElement('canvas');
    host.current?.append(canvas);
    const sky = openSkyCanvas(canvas);
    const stillness = matchMedia('(prefers-reduced-motion: reduce)');

    const resize = () =>
      sky.setFrame({ width: innerWidth, height: innerHeight, ratio: Math.min(devicePixelRatio, MAX_RATIO) });
    const decideMotion = () => sky.setMoving(!document.hidden && !stillness.matches);

    resize();
    decideMotion();
    addEventListener('resize', resize);
    document.addEventListener('visibilitychange', decideMotion);
    stillness.addEventListener('change', decideMotion);
    return () => {
      removeEventListener('resize', resize);
      document.removeEventListener('visibilitychange', decideMotion);
      stillness.removeEventListener('change', decideMotion);
      sky.stop();
      canvas.remove();
    };
  }, []);

  return <div ref={host} className="scene no-print" aria-hidden="true" />;
}
