import { useEffect, useRef } from 'react';
import { openSkyCanvas } from './sky-canvas.js';

/** Maximum device pixels per CSS pixel. More would slow down painting without a visible difference. */
const MAX_PIXEL_RATIO = 2;

/** Shows the animated background. It does not move under reduced motion or while the tab is hidden. */
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
    const updateMotion = () => sky.setMoving(!document.hidden && !reducedMotion.matches);

    resize();
    updateMotion();
    addEventListener('resize', resize);
    document.addEventListener('visibilitychange', updateMotion);
    reducedMotion.addEventListener('change', updateMotion);
    return () => {
      removeEventListener('resize', resize);
      document.removeEventListener('visibilitychange', updateMotion);
      reducedMotion.removeEventListener('change', updateMotion);
      sky.stop();
      canvas.remove();
    };
  }, []);

  return <div ref={host} className="scene no-print" aria-hidden="true" />;
}
