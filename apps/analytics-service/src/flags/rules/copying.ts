import { type FlagFacts, type PlayedRange, secondsIn, unionOf } from '@secure-preview/contracts';
import type { ReportedPlayer, SentSegment, TrailerVisit } from '../observation.js';

/**
 * Thresholds of the rule (docs/product.md#flags). A page buffers 30 s ahead (`video-source.ts` of the web app), and
 * requests the URLs of 12 s at once (`limits.urlsAheadSeconds`).
 */
export const copyingLimits = {
  /** Seconds that may be delivered beyond the time that has passed: the first buffer and the differences of clocks. */
  aheadSeconds: 60,
  /**
   * Seconds that a seek may leave unwatched: a buffer, and the rest of the requested URLs. A segment is added. With less,
   * recorded visits that seek far are flagged.
   */
  perSeekSeconds: 30 + 12,
  /** Seeks are counted at most once in this time. Otherwise, a program could invent them. */
  secondsBetweenSeeks: 2,
  /** Seeks that are counted in addition: a visitor may drag the slider as soon as the page has opened. */
  seeksAtOnce: 10,
  /** Milliseconds until a delivery is counted: players report their seeks after 7 s at the latest. */
  settledAfterMs: 20_000,
} as const;

/** Returns the length of the longest segment in seconds. */
export const longestSegment = (sent: readonly SentSegment[]): number =>
  sent.reduce((longest, { from, to }) => Math.max(longest, to - from), 0);

const rangeOf = ({ from, to }: SentSegment): PlayedRange => [from, to];
/** Returns the seconds of the trailer that were sent; repeated segments count once. */
export const distinctSeconds = (sent: readonly SentSegment[]): number =>
  secondsIn(unionOf(sent.map(rangeOf)));

/** Returns the seeks of a player. The first play is none. */
const seeksOf = ({ seeks, plays }: ReportedPlayer): number => Math.max(seeks, plays - 1, 0);

/** Returns the seconds for which players besides the first one, such as a second tab, may be sent more. */
const furtherSeconds = (players: readonly ReportedPlayer[]): number =>
  players.slice(1).reduce((sum, { startedAt, lastReportAt }) => {
    return sum + Math.max(0, lastReportAt - startedAt) / 1000 + copyingLimits.aheadSeconds;
  }, 0);

/**
 * Flags a visit that was sent more of the trailer than its players can have needed: more seconds than have passed since
 * the first grant, with an allowance for the buffer of each player and each seek.
 */
export function copyingFlag(visit: TrailerVisit, now: number): FlagFacts | undefined {
  const { aheadSeconds, perSeekSeconds, secondsBetweenSeeks, seeksAtOnce, settledAfterMs } = copyingLimits;
  const sent = visit.sent.filter(({ recordedAt }) => recordedAt <= now - settledAfterMs);
  if (sent.length === 0) return undefined;
  const times = sent.map(({ at }) => at);
  const startedAt = Math.min(visit.grantedAt ?? Number.POSITIVE_INFINITY, ...times);
  const elapsedSeconds = (Math.max(...times) - startedAt) / 1000;
  const seeks = visit.players.reduce((sum, player) => sum + seeksOf(player), 0);
  const countedSeeks = Math.min(seeks, seeksAtOnce + Math.floor(elapsedSeconds / secondsBetweenSeeks));
  const allowedSeconds =
    elapsedSeconds +
    aheadSeconds +
    countedSeeks * (perSeekSeconds + longestSegment(sent)) +
    furtherSeconds(visit.players);
  const deliveredSeconds = distinctSeconds(sent);
  if (deliveredSeconds <= allowedSeconds) return undefined;
  return {
    kind: 'copying',
    deliveredSeconds: Math.round(deliveredSeconds),
    elapsedSeconds: Math.round(elapsedSeconds),
    seeks,
  };
}
