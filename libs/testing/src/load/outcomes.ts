import type { Outcome } from './http-load.js';

/** Returns whether the request was answered as expected, neither rejected nor failed. */
export const isSuccess = ({ answered }: Outcome): boolean => answered;

/** Returns whether the request was rejected with 503 or 429 and a time to wait. */
export const isPoliteRefusal = ({ status, retryAfter }: Outcome): boolean =>
  (status === 503 || status === 429) && Number(retryAfter) > 0;

/** Returns the share of successes, 0 to 1, among all outcomes or those of one kind. */
export function successShare(outcomes: readonly Outcome[], kind?: string): number {
  const those = outcomes.filter((outcome) => kind === undefined || outcome.kind === kind);
  return those.filter(isSuccess).length / those.length;
}

/** Returns the quantile of the durations, in milliseconds. @param share 0 to 1 */
export function quantile(outcomes: readonly Outcome[], share: number): number {
  const sorted = outcomes.map(({ ms }) => ms).sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
