import { type Frame, paintSky } from './paint-sky.js';
import { advance, createSky } from './sky.js';

/** Messages from the page to the animation, whichever thread runs it. */
export type SkyMessage =
  | { type: 'start'; canvas: OffscreenCanvas }
  | { type: 'frame'; frame: Frame }
  | { type: 'motion'; moving: boolean };

/** Milliseconds between frames. Twinkling is slow, and fewer frames save energy; a shooting star is fast. */
const FRAME_MS = { twinkling: 1000 / 15, shooting: 1000 / 60 };

/** Animates the sky on a canvas of either thread, only while motion is allowed. */
export function animateSky(canvas: HTMLCanvasElement | OffscreenCanvas) {
  const brush = canvas.getContext('2d') as
    | CanvasRenderingContext2D
    | OffscreenCanvasRenderingContext2D
    | null;
  const sky = createSky(performance.now());
  let frame: Frame = { width: 0, height: 0, ratio: 1 };
  let moving = false;
  let handle = 0;
  let paintedAt = 0;

  const paint = (now: number) => {
    paintedAt = now;
    if (brush && frame.width > 0) paintSky(brush, frame, sky, now);
  };
  const tick = (now: number) => {
    if (now - paintedAt >= (sky.shooting ? FRAME_MS.shooting : FRAME_MS.twinkling) - 2) {
      advance(sky, now);
      paint(now);
    }
    handle = requestAnimationFrame(tick);
  };

  return {
    /** Takes a new size and redraws the sky at once. */
    setFrame(next: Frame): void {
      frame = next;
      canvas.width = Math.round(next.width * next.ratio);
      canvas.height = Math.round(next.height * next.ratio);
      paint(performance.now());
    },
    setMoving(next: boolean): void {
      if (next === moving) return;
      moving = next;
      cancelAnimationFrame(handle);
      if (moving) handle = requestAnimationFrame(tick);
    },
    stop(): void {
      cancelAnimationFrame(handle);
    },
  };
}
