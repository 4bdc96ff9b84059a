import type { FlagFacts } from '@secure-preview/contracts';
import type { TrailerVisit } from '../observation.js';

/** Thresholds of the rule (docs/product.md#flags). */
export const noPlayerLimits = {
  /**
   * Seconds. A page that nobody has started is sent less with segments of 4 s: it buffers 30 s, and requests the URLs
   * of 12 s at once. With longer segments it may be sent as much more as they are longer.
   */
  deliveredSeconds: 45,
  segmentSeconds: 4,
  /** Milliseconds for the first player to report. */
  afterMs: 60_000,
} as const;

/** Flags a visit that was sent a part of the trailer although none of its players has ever reported. */
export function noPlayerFlag(
  { sent, players, mayStartNone }: TrailerVisit,
  now: number,
): FlagFacts | undefined {
  const { deliveredSeconds: minSeconds, segmentSeconds, afterMs } = noPlayerLimits;
  if (players.length > 0 || mayStartNone || !sent) return undefined;
  // While the service was away, players could not report either.
  if (now - sent.firstRecordedAt < afterMs) return undefined;
  if (sent.seconds < minSeconds + Math.max(0, sent.longestSegment - segmentSeconds)) return undefined;
  const elapsedSeconds = Math.round((now - sent.firstAt) / 1000);
  return { kind: 'noPlayer', deliveredSeconds: Math.round(sent.seconds), elapsedSeconds };
}
