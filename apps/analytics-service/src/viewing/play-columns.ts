import type { PlayedRange } from '@secure-preview/contracts';

/** Plays as stored: arrays of integers are read much faster than JSON when the plays of thousands are counted. */
interface PlayColumns {
  /** Milliseconds of the trailer. */
  readonly playsFrom: number[];
  readonly playsTo: number[];
}

export const playColumns = (plays: readonly PlayedRange[]): PlayColumns => ({
  playsFrom: plays.map(([from]) => Math.round(from * 1000)),
  playsTo: plays.map(([, to]) => Math.round(to * 1000)),
});

export const playsOf = ({ playsFrom, playsTo }: PlayColumns): PlayedRange[] =>
  playsFrom.map((from, number) => [from / 1000, (playsTo[number] ?? from) / 1000]);
