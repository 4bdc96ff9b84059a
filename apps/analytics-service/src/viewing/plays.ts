import { type PlayedRange, type Plays, roundToMs, secondsIn, viewingLimits } from '@secure-preview/contracts';
import { MAX_TRAILER_SECONDS } from './played-ranges.js';

/**
 * Maximum number of plays that are stored in all viewings of a trailer by one session, because engagement reads them
 * all. Empty plays count, too: they take no time. Further plays count only in the ranges.
 */
export const MAX_PLAYS_OF_SESSION = 2000;

/** Number of a play in its viewing from 0, and its seconds of the trailer. */
export type NumberedPlay = [number: number, from: number, to: number];

/** What may be added to the plays of a viewing. */
export interface PlayLimits {
  /** Players play at normal speed, so seconds are limited by the elapsed time. A play beyond them is cut. */
  readonly seconds: number;
  /** Plays that may begin. */
  readonly count: number;
}

export interface AddedPlays {
  /** All plays of the viewing, in the order in which they began. */
  readonly plays: PlayedRange[];
  /** The plays that are new or longer. */
  readonly changed: NumberedPlay[];
  /** Seconds that the report adds. */
  readonly seconds: number;
}

/**
 * Adds reported plays to those of a viewing. A play keeps its start and only becomes longer, so repeated, delayed and
 * reordered reports change nothing.
 *
 * @param trailerSeconds length of the trailer; null if unknown
 */
export function addPlays(
  known: readonly PlayedRange[],
  { first, ranges }: Plays,
  trailerSeconds: number | null,
  limits: PlayLimits,
): AddedPlays {
  const plays = [...known];
  const maxPlays = Math.min(viewingLimits.maxPlays, known.length + Math.max(0, limits.count));
  const changed: NumberedPlay[] = [];
  let secondsLeft = limits.seconds;
  for (const [index, range] of ranges.entries()) {
    const number = first + index;
    // A gap means that an earlier report is missing. Pages repeat plays until they are confirmed.
    if (number > plays.length || number >= maxPlays) break;
    const [from, to] = cut(range, trailerSeconds);
    const [knownFrom, knownTo] = plays[number] ?? [from, from];
    const longerTo = roundToMs(Math.min(Math.max(to, knownTo), knownTo + Math.max(0, secondsLeft)));
    if (number < plays.length && longerTo === knownTo) continue;
    plays[number] = [knownFrom, longerTo];
    changed.push([number, knownFrom, longerTo]);
    secondsLeft = roundToMs(secondsLeft - (longerTo - knownTo));
  }
  return { plays, changed, seconds: roundToMs(secondsIn(plays) - secondsIn(known)) };
}

/** Cuts a range to the trailer. An inverted range becomes empty. */
function cut([from, to]: PlayedRange, trailerSeconds: number | null): PlayedRange {
  const start = roundToMs(Math.min(from, trailerSeconds ?? MAX_TRAILER_SECONDS));
  return [start, Math.max(start, roundToMs(Math.min(to, trailerSeconds ?? MAX_TRAILER_SECONDS)))];
}

/** Returns plays not yet part of an event, with those that changed since. */
export function mergePlays(
  pending: readonly NumberedPlay[],
  changed: readonly NumberedPlay[],
): NumberedPlay[] {
  const byNumber = new Map([...pending, ...changed].map((play) => [play[0], play]));
  return [...byNumber.values()].sort(([a], [b]) => a - b);
}
