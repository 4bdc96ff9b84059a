import { brightnessAt, COLOURS, type ShootingStar, type Sky } from './sky.js';

export type Brush = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Size of the canvas in CSS pixels, and device pixels per CSS pixel. */
export interface Frame {
  width: number;
  height: number;
  ratio: number;
}

const TAIL_SEGMENTS = 14;
/** Stars up to this size, in device pixels, are drawn as squares, which is faster. */
const MAX_SQUARE_PX = 1.5;

/** Draws the sky as it is at `now`. */
export function paintSky(brush: Brush, { width, height, ratio }: Frame, sky: Sky, now: number): void {
  brush.setTransform(ratio, 0, 0, ratio, 0, 0);
  brush.clearRect(0, 0, width, height);
  let colour = -1;
  for (const star of sky.stars) {
    if (star.colour !== colour) {
      colour = star.colour;
      brush.fillStyle = COLOURS[colour] ?? COLOURS[0];
    }
    brush.globalAlpha = brightnessAt(star, now);
    paintStar(brush, star.x * width, star.y * height, star.size, ratio);
  }
  if (sky.shooting) paintShootingStar(brush, width, height, sky.shooting, now);
  brush.globalAlpha = 1;
}

/**
 * Draws a disc around a point.
 *
 * @param size its diameter in CSS pixels
 */
function paintStar(brush: Brush, x: number, y: number, size: number, ratio: number): void {
  const radius = size / 2;
  if (size * ratio <= MAX_SQUARE_PX) {
    brush.fillRect(x - radius, y - radius, size, size);
    return;
  }
  brush.beginPath();
  brush.arc(x, y, radius, 0, 2 * Math.PI);
  brush.fill();
}

/** Draws a head with a fading tail. The whole fades in and out over its life. */
function paintShootingStar(
  brush: Brush,
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
  brush.strokeStyle = '#fff4dc';
  brush.lineCap = 'round';
  for (let segment = 0; segment < TAIL_SEGMENTS; segment += 1) {
    const rest = 1 - segment / TAIL_SEGMENTS;
    brush.globalAlpha = glow * rest * rest * 0.9;
    brush.lineWidth = 0.4 + 1.5 * rest;
    brush.beginPath();
    brush.moveTo(x, y);
    x -= dx * step;
    y -= dy * step;
    brush.lineTo(x, y);
    brush.stroke();
  }
}
