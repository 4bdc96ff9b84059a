import type { FlagFacts } from '@secure-preview/contracts';
import { allowedPages, type ReportedPlayer, type TrailerVisit, visitsFact } from '../observation.js';

/** Thresholds of the rule (docs/product.md#flags). */
export const noPlayerLimits = {
  /** Seconds of a page that begins at the start: it buffers 30 s, and requests the URLs of 12 s at once. */
  deliveredSeconds: 45,
  /** Seconds in addition: a page that resumes at a stored position also requests the first URLs of the version. */
  resumeSeconds: 12,
  /** Seconds of a segment. With longer ones, a page may be sent as much more as they are longer. */
  segmentSeconds: 4,
  /**
   * Seconds in addition once a player was started: it may have played for as long before the network was lost with its
   * first report, which is due after 9 s, and have requested further URLs.
   */
  startedPlayerSeconds: 22,
  /** Milliseconds for the first player to report. */
  afterMs: 60_000,
} as const;

/** Returns whether a player has reported anything since its start. */
const hasReported = ({ startedAt, lastReportAt, seeks, plays, playedSeconds }: ReportedPlayer): boolean =>
  lastReportAt > startedAt || seeks > 0 || plays > 0 || playedSeconds > 0;

/** Flags a visit that was sent a part of the trailer although none of its players has ever reported. */
export function noPlayerFlag(visit: TrailerVisit, now: number): FlagFacts | undefined {
  const { sent, players, mayStartNone } = visit;
  const { deliveredSeconds, resumeSeconds, segmentSeconds, startedPlayerSeconds, afterMs } = noPlayerLimits;
  if (players.some(hasReported) || mayStartNone || !sent) return undefined;
  // While the service was away, players could not report either.
  if (now - sent.firstRecordedAt < afterMs) return undefined;
  const minSeconds =
    allowedPages(visit) * (deliveredSeconds + resumeSeconds) +
    Math.max(0, sent.longestSegment - segmentSeconds) +
    (players.length > 0 ? startedPlayerSeconds : 0);
  if (sent.seconds < minSeconds) return undefined;
  const elapsedSeconds = Math.round((now - sent.firstAt) / 1000);
  return {
    kind: 'noPlayer',
    deliveredSeconds: Math.round(sent.seconds),
    elapsedSeconds,
    ...visitsFact(visit),
  };
}
