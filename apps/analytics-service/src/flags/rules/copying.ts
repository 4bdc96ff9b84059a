import type { FlagFacts } from '@secure-preview/contracts';
import { allowedPages, type ReportedPlayer, type TrailerVisit, visitsFact } from '../observation.js';

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
  /** Players besides the first one that are counted, of those that have played. Otherwise, a program could start many. */
  furtherPlayers: 2,
} as const;

/** Returns the seeks of a player. The first play is none. */
const seeksOf = ({ seeks, plays }: ReportedPlayer): number => Math.max(seeks, plays - 1, 0);

/** Returns the seconds that a player may be sent besides those of the first one: a buffer, and what it has played. */
const secondsOfFurther = ({ startedAt, lastReportAt, playedSeconds }: ReportedPlayer): number =>
  copyingLimits.aheadSeconds + Math.max(0, Math.min(playedSeconds, (lastReportAt - startedAt) / 1000));

/** Returns the seconds for which players besides the first one, such as a second tab, may be sent more. */
function furtherSeconds(players: readonly ReportedPlayer[]): number {
  const [, ...further] = players.filter(({ plays, playedSeconds }) => plays > 0 || playedSeconds > 0);
  return further
    .map(secondsOfFurther)
    .sort((a, b) => b - a)
    .slice(0, copyingLimits.furtherPlayers)
    .reduce((sum, seconds) => sum + seconds, 0);
}

/**
 * Flags a visit that was sent more of the trailer than its players can have needed: more seconds than have passed since
 * the first grant, with an allowance for the buffer of each player and each seek. Several visits of a person are examined
 * together, with an allowance for the page of each.
 */
export function copyingFlag(visit: TrailerVisit): FlagFacts | undefined {
  const { sent, grantedAt, players } = visit;
  if (!sent) return undefined;
  const { aheadSeconds, perSeekSeconds, secondsBetweenSeeks, seeksAtOnce } = copyingLimits;
  const elapsedSeconds = (sent.lastAt - Math.min(grantedAt ?? sent.firstAt, sent.firstAt)) / 1000;
  const seeks = players.reduce((sum, player) => sum + seeksOf(player), 0);
  const countedSeeks = Math.min(seeks, seeksAtOnce + Math.floor(elapsedSeconds / secondsBetweenSeeks));
  const allowedSeconds =
    elapsedSeconds +
    allowedPages(visit) * aheadSeconds +
    countedSeeks * (perSeekSeconds + sent.longestSegment) +
    furtherSeconds(players);
  if (sent.seconds <= allowedSeconds) return undefined;
  return {
    kind: 'copying',
    deliveredSeconds: Math.round(sent.seconds),
    elapsedSeconds: Math.round(elapsedSeconds),
    seeks,
    ...visitsFact(visit),
  };
}
