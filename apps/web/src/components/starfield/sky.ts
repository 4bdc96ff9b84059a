import { skyLimits } from '../../lib/constants.js';

/** A star at a position in the frame; both coordinates are 0 to 1. */
export interface Star {
  readonly x: number;
  readonly y: number;
  /** CSS pixels. */
  readonly size: number;
  /** Index into the painter's colours. */
  readonly colour: number;
  /** Mean brightness, 0 to 1. */
  readonly brightness: number;
  /** Radians per second; the phase is radians at time zero. */
  readonly speed: number;
  readonly phase: number;
}

export interface ShootingStar {
  readonly bornAt: number;
  readonly lifeMs: number;
  readonly x: number;
  readonly y: number;
  /** Radians below the horizontal. */
  readonly angle: number;
  /** Share of the frame's width that it crosses in its life. */
  readonly reach: number;
}

/** Contents of the sky. Times are milliseconds of the caller's clock. */
export interface Sky {
  readonly stars: readonly Star[];
  shooting: ShootingStar | null;
  nextShootingAt: number;
}

type Random = () => number;
const between = (random: Random, min: number, max: number) => min + random() * (max - min);

export const COLOURS = ['#ffffff', '#ffe8c2', '#c9d6ff'] as const;

/** Scatters the stars. Most are faint and few are bright, as in a real sky. */
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
  // Sorted by colour, so that the painter seldom changes its brush.
  stars.sort((a, b) => a.colour - b.colour);
  return { stars, shooting: null, nextShootingAt: now + pause(random) };
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
  sky.nextShootingAt = now + pause(random);
}

function pause(random: Random): number {
  return between(random, skyLimits.shootingStarEveryMs.min, skyLimits.shootingStarEveryMs.max);
}

/** Returns the brightness of a star at a time, 0 to 1. */
export function brightnessAt(star: Star, now: number): number {
  return star.brightness * (0.65 + 0.35 * Math.sin(star.phase + (now / 1000) * star.speed));
}
