import { skyLimits } from './sky-limits.js';

/** A star. Its coordinates are shares of the canvas, 0 to 1. */
export interface Star {
  readonly x: number;
  readonly y: number;
  /** CSS pixels. */
  readonly size: number;
  /** Index into {@link COLOURS}. */
  readonly colour: number;
  /** Mean brightness, 0 to 1. */
  readonly brightness: number;
  /** Speed of the twinkling in radians per second. */
  readonly speed: number;
  /** Radians at time zero. */
  readonly phase: number;
}

export interface ShootingStar {
  readonly bornAt: number;
  readonly lifeMs: number;
  readonly x: number;
  readonly y: number;
  /** Radians below the horizontal. */
  readonly angle: number;
  /** Share of the canvas width that it crosses in its life. */
  readonly reach: number;
}

/** State of the sky. Times are milliseconds of the caller's clock. */
export interface Sky {
  readonly stars: readonly Star[];
  shooting: ShootingStar | null;
  nextShootingAt: number;
}

type Random = () => number;
const between = (random: Random, min: number, max: number) => min + random() * (max - min);

export const COLOURS = ['#ffffff', '#ffe8c2', '#c9d6ff'] as const;

/** Creates a sky with random stars. Most are faint and few are bright, as in a real sky. */
export function createSky(now: number, random: Random = Math.random): Sky {
  const stars = Array.from({ length: skyLimits.stars }, (): Star => {
    const magnitude = random() ** 4;
    return {
      x: random(),
      y: random(),
      size: 0.5 + magnitude * 1.5,
      colour: Math.floor(random() * COLOURS.length),
      brightness: 0.16 + magnitude * 0.6,
      speed: between(random, 0.4, 2),
      phase: between(random, 0, 2 * Math.PI),
    };
  });
  // Sorts by colour, because changing the fill style is slow.
  stars.sort((a, b) => a.colour - b.colour);
  return { stars, shooting: null, nextShootingAt: now + nextPauseMs(random) };
}

/** Starts and ends shooting stars. */
export function advance(sky: Sky, now: number, random: Random = Math.random): void {
  if (sky.shooting && now - sky.shooting.bornAt >= sky.shooting.lifeMs) sky.shooting = null;
  if (now < sky.nextShootingAt) return;
  const { min, max } = skyLimits.shootingStarLifeMs;
  sky.shooting = {
    bornAt: now,
    lifeMs: between(random, min, max),
    x: between(random, 0, 0.75),
    y: between(random, 0, 0.4),
    angle: between(random, 0.25, 0.6),
    reach: between(random, 0.25, 0.45),
  };
  sky.nextShootingAt = now + nextPauseMs(random);
}

function nextPauseMs(random: Random): number {
  return between(random, skyLimits.shootingStarEveryMs.min, skyLimits.shootingStarEveryMs.max);
}

/** Returns the brightness of a star, 0 to 1, at the time `now` in milliseconds. */
export function brightnessAt(star: Star, now: number): number {
  return star.brightness * (0.65 + 0.35 * Math.sin(star.phase + (now / 1000) * star.speed));
}
