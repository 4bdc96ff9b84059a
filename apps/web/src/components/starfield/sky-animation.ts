import { type CanvasSize, type Context2D, paintSky } from './paint-sky.js';
import { advance, createSky } from './sky.js';

/** Messages from the page to the worker that runs the animation. */
export type SkyMessage =
  | { type: 'start'; canvas: OffscreenCanvas }
  | { type: 'resize'; size: CanvasSize }
  | { type: 'motion'; isMoving: boolean };

/** Milliseconds between frames. A shooting star needs more frames than twinkling; fewer frames save energy. */
const FRAME_MS = { twinkling: 1000 / 15, shooting: 1000 / 60 };

/** Paints the sky on a canvas, and animates it while motion is enabled. Runs on the page or in a worker. */
export function animateSky(canvas: HTMLCanvasElement | OffscreenCanvas) {
  const context = canvas.getContext('2d') as Context2D | null;
  const sky = createSky(performance.now());
  let size: CanvasSize = { width: 0, height: 0, ratio: 1 };
  let isMoving = false;
  let animationFrame = 0;
  let paintedAt = 0;

  const paint = (now: number) => {
    paintedAt = now;
    if (context && size.width > 0) paintSky(context, size, sky, now);
  };
  const tick = (now: number) => {
    if (now - paintedAt >= (sky.shooting ? FRAME_MS.shooting : FRAME_MS.twinkling) - 2) {
      advance(sky, now);
      paint(now);
    }
    animationFrame = requestAnimationFrame(tick);
  };

  return {
    /** Sets the size and repaints the sky at once. */
    resize(next: CanvasSize): void {
      size = next;
      canvas.width = Math.round(next.width * next.ratio);
      canvas.height = Math.round(next.height * next.ratio);
      paint(performance.now());
    },
    setMoving(next: boolean): void {
      if (next === isMoving) return;
      isMoving = next;
      cancelAnimationFrame(animationFrame);
      if (isMoving) {
        animationFrame = requestAnimationFrame(tick);
        return;
      }
      // A shooting star would hang in the sky.
      sky.shooting = null;
      paint(performance.now());
    },
    stop(): void {
      cancelAnimationFrame(animationFrame);
    },
  };
}
