import type { SeededRandom } from './seeded-random.js';

/** Number of values of 32 bits. */
const RANGE = 2 ** 32;

/** A codeword, and how much more likely it is under fair coins than here. */
interface TiltedDraw {
  /** 1 for each segment in which the codeword differs. */
  readonly differs: Uint8Array;
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
  // Whole multiples of 2^-32, so that 32 random bits decide exactly.
  const chances = Uint32Array.from(weights, (weight) => Math.max(1, RANGE / (1 + Math.exp(tilt * weight))));
  const ifDiffers = Float64Array.from(chances, (chance) => Math.log(RANGE / 2 / chance));
  const ifAgrees = Float64Array.from(chances, (chance) => Math.log(RANGE / 2 / (RANGE - chance)));
  return (random) => {
    const differs = new Uint8Array(weights.length);
    let [drawn, logLikelihood] = [0, 0];
    for (let index = 0; index < differs.length; index += 1) {
      if (random.bits() < (chances[index] as number)) {
        differs[index] = 1;
        drawn += weights[index] as number;
        logLikelihood += ifDiffers[index] as number;
      } else logLikelihood += ifAgrees[index] as number;
    }
    return { differs, mismatch: drawn, likelihood: Math.exp(logLikelihood) };
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
