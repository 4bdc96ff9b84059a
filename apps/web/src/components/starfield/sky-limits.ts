/** Background (docs/product.md#pages). */
export const skyLimits = {
  stars: 5000,
  /** Milliseconds between shooting stars. */
  shootingStarEveryMs: { min: 3750, max: 10_000 },
  /** Lifetime of a shooting star in milliseconds. */
  shootingStarLifeMs: { min: 2000, max: 3000 },
} as const;
