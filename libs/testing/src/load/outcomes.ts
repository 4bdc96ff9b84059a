import type { Outcome } from './http-load.js';

/** Answered by what was asked; neither refused nor failed. */
export const isSuccess = ({ answered }: Outcome): boolean => answered;

/** Refused as one who may come again is: 503 or 429, with the time to wait. */
export const isPoliteRefusal = ({ status, retryAfter }: Outcome): boolean =>
  (status === 503 || status === 429) && Number(retryAfter) > 0;

/** The share of outcomes that were successes, 0 to 1; of those of one kind, where it is given. */
export function successShare(outcomes: readonly Outcome[], kind?: string): number {
  const those = outcomes.filter((outcome) => kind === undefined || outcome.kind === kind);
  return those.filter(isSuccess).length / those.length;
}

/** Milliseconds below which that share of the outcomes came. */
export function quantile(outcomes: readonly Outcome[], share: number): number {
  const sorted = outcomes.map(({ ms }) => ms).sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
