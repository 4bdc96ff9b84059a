import type { Outcome } from './http-load.js';

/** Returns whether the request had the expected response, and was neither rejected nor failed. */
export const isSuccess = ({ succeeded }: Outcome): boolean => succeeded;

/** Returns whether the request was rejected with 503 or 429 and a time to wait. */
export const isRetryableRejection = ({ status, retryAfter }: Outcome): boolean =>
  (status === 503 || status === 429) && Number(retryAfter) > 0;

/** Returns the share of successes, 0 to 1, among all outcomes or the outcomes of one kind. */
export function successShare(outcomes: readonly Outcome[], kind?: string): number {
  const selected = outcomes.filter((outcome) => kind === undefined || outcome.kind === kind);
  return selected.filter(isSuccess).length / selected.length;
}

/** Returns the quantile of the durations, in milliseconds. @param share 0 to 1 */
export function quantile(outcomes: readonly Outcome[], share: number): number {
  const sorted = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
