/** Returns the probability of at most so many successes. Sums all terms in logarithms, so none underflows. */
export function binomialAtMost(successes: number, trials: number, p: number): number {
  if (successes < 0) return 0;
  if (p <= 0) return 1;
  if (p >= 1) return successes >= trials ? 1 : 0;
  const odds = Math.log(p) - Math.log1p(-p);
  let term = trials * Math.log1p(-p);
  let sum = Math.exp(term);
  for (let count = 1; count <= successes; count += 1) {
    term += Math.log((trials - count + 1) / count) + odds;
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}

/**
 * Returns the Clopper-Pearson interval of a probability.
 *
 * @param error probability that the interval does not contain it
 */
export function binomialInterval(successes: number, trials: number, error: number): [number, number] {
  const lower = bisect((p) => 1 - binomialAtMost(successes - 1, trials, p) < error / 2, trials);
  const upper = bisect((p) => binomialAtMost(successes, trials, p) > error / 2, trials);
  return [successes === 0 ? 0 : lower, upper];
}

/** Finds the probability up to which a condition holds, in logarithms: it may be tiny. */
function bisect(holds: (p: number) => boolean, trials: number): number {
  let [low, high] = [Math.log(1e-3 / trials), 0];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (holds(Math.exp(middle))) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}
