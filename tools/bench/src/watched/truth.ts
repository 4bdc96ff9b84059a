import { type PlayedRange, secondsIn, unionOf } from '@secure-preview/contracts';
import type { Row } from '../report.js';
import type { Script } from './scripts.js';

/** Seconds between a declared position and the one at which a script acted. A busy machine acts late. */
const MAX_LATE_SECONDS = 5;
/** Limits in seconds for what is stored, against what was played. */
const GOAL = { least: -1, most: 1 };
/** Likewise, if the page cannot report its end. */
const CUT_OFF_GOAL = { least: -10, most: 1 };

/** Seconds that the database has for a visit. */
export interface Stored {
  /** Repeats count once. */
  readonly watchedSeconds: number;
  /** Repeats count again. */
  readonly playedSeconds: number;
}

/** Returns the seconds that were played, and how many of them differ. */
export const truthOf = (plays: readonly PlayedRange[]): Stored => ({
  watchedSeconds: secondsIn(unionOf(plays)),
  playedSeconds: secondsIn(plays),
});

/** @throws Error unless the script played what it declares */
export function assertPlayed({ name, plays }: Script, played: readonly PlayedRange[]): void {
  const isAsDeclared =
    plays.length === played.length &&
    plays.every(([from, to], index) => {
      const [playedFrom = 0, playedTo = 0] = played[index] ?? [];
      return Math.abs(playedFrom - from) <= MAX_LATE_SECONDS && Math.abs(playedTo - to) <= MAX_LATE_SECONDS;
    });
  if (!isAsDeclared)
    throw new Error(`“${name}” played ${JSON.stringify(played)} instead of ${JSON.stringify(plays)}`);
}

/** Compares the stored seconds of a script with those that it played. Only watched seconds have a goal. */
export function scriptRows({ name, isCutOff }: Script, truth: Stored, stored: Stored): Row[] {
  const { least, most } = isCutOff ? CUT_OFF_GOAL : GOAL;
  const row = (what: string, key: keyof Stored): Row => ({
    name: `${name}: ${what}, against ${truth[key].toFixed(2)} s`,
    value: stored[key] - truth[key],
    unit: 's',
  });
  const watched = row('watched', 'watchedSeconds');
  const met = watched.value >= least && watched.value <= most;
  return [{ ...watched, goal: `${least} to ${most}`, met }, row('played', 'playedSeconds')];
}
