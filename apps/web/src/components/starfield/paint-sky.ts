import { brightnessAt, COLOURS, type ShootingStar, type Sky } from './sky.js';

export type Context2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Size of the canvas in CSS pixels, and device pixels per CSS pixel. */
export interface CanvasSize {
  width: number;
  height: number;
  ratio: number;
}

const TAIL_SEGMENTS = 14;
/** Stars up to this size, in device pixels, are drawn as squares, which is faster. */
const MAX_SQUARE_PX = 1.5;

/** Paints the sky at the time `now`, in milliseconds. */
export function paintSky(
  context: Context2D,
  { width, height, ratio }: CanvasSize,
  sky: Sky,
  now: number,
): void {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  let colour = -1;
  for (const star of sky.stars) {
    if (star.colour !== colour) {
      colour = star.colour;
      context.fillStyle = COLOURS[colour] ?? COLOURS[0];
    }
    context.globalAlpha = brightnessAt(star, now);
    paintStar(context, star.x * width, star.y * height, star.size, ratio);
  }
  if (sky.shooting) paintShootingStar(context, width, height, sky.shooting, now);
  context.globalAlpha = 1;
}

/**
 * Paints a star as a disc, or as a square if it is tiny.
 *
 * @param size diameter in CSS pixels
 */
function paintStar(context: Context2D, x: number, y: number, size: number, ratio: number): void {
  const radius = size / 2;
  if (size * ratio <= MAX_SQUARE_PX) {
    context.fillRect(x - radius, y - radius, size, size);
    return;
  }
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

/** Paints a shooting star with a tapering tail. It fades in and out during its life. */
function paintShootingStar(
  context: Context2D,
  width: number,
  height: number,
  star: ShootingStar,
  now: number,
): void {
  const age = (now - star.bornAt) / star.lifeMs;
  if (age < 0 || age >= 1) return;
  const eased = 1 - (1 - age) ** 2;
  const glow = Math.sin(Math.PI * age);
  const step = (width * star.reach * 0.22 * glow) / TAIL_SEGMENTS;
  const [dx, dy] = [Math.cos(star.angle), Math.sin(star.angle)];
  const travelled = width * star.reach * eased;
  let x = star.x * width + dx * travelled;
  let y = star.y * height + dy * travelled;
  context.strokeStyle = '#fff4dc';
  context.lineCap = 'round';
  for (let segment = 0; segment < TAIL_SEGMENTS; segment += 1) {
    const remaining = 1 - segment / TAIL_SEGMENTS;
    context.globalAlpha = glow * remaining * remaining * 0.9;
    context.lineWidth = 0.4 + 1.5 * remaining;
    context.beginPath();
    context.moveTo(x, y);
    x -= dx * step;
    y -= dy * step;
    context.lineTo(x, y);
    context.stroke();
  }
}
