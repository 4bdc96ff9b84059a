import type { SeededRandom } from './seeded-random.js';

/** In which segments a codeword differs, and how much less likely it is than drawn here. */
interface TiltedDraw {
  readonly differs: readonly boolean[];
  readonly mismatch: number;
  /** Probability under fair coins, divided by the one of this draw. */
  readonly likelihood: number;
}

/** Mean of independent draws, and the standard deviation of that mean. */
interface Estimate {
  readonly mean: number;
  readonly standardError: number;
}

/**
 * Returns a way to draw codewords of a small mismatch (exponential tilting). Rare events are then frequent, and the
 * mean of event times `likelihood` is their probability under fair coins.
 *
 * @param mismatch mean of the mismatches that are drawn
 */
export function tilted(weights: readonly number[], mismatch: number): (random: SeededRandom) => TiltedDraw {
  const tilt = tiltFor(weights, mismatch);
  const chances = weights.map((weight) => 1 / (1 + Math.exp(tilt * weight)));
  const logRatio = weights.reduce((sum, weight) => sum + Math.log((1 + Math.exp(-tilt * weight)) / 2), 0);
  return (random) => {
    const differs = chances.map((chance) => random.uniform() < chance);
    const drawn = weights.reduce((sum, weight, index) => sum + (differs[index] ? weight : 0), 0);
    return { differs, mismatch: drawn, likelihood: Math.exp(logRatio + tilt * drawn) };
  };
}

/** Estimates the mean of `draw`. */
export function estimate(draws: number, draw: () => number): Estimate {
  let [sum, squares] = [0, 0];
  for (let index = 0; index < draws; index += 1) {
    const value = draw();
    sum += value;
    squares += value * value;
  }
  const mean = sum / draws;
  return { mean, standardError: Math.sqrt(Math.max(0, squares / draws - mean * mean) / (draws - 1)) };
}

/** Finds the tilt with which the mean mismatch is the wanted one. */
function tiltFor(weights: readonly number[], mismatch: number): number {
  let [low, high] = [0, 10];
  for (let step = 0; step < 60; step += 1) {
    const tilt = (low + high) / 2;
    const mean = weights.reduce((sum, weight) => sum + weight / (1 + Math.exp(tilt * weight)), 0);
    if (mean > mismatch) low = tilt;
    else high = tilt;
  }
  return (low + high) / 2;
}
