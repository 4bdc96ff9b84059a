import { identifyCopies, type SegmentEvidence, segmentWeights } from '@secure-preview/marking';
import { type MarkedFilm, randomOf, SEGMENT_SECONDS } from '../films/marked-film.js';
import type { Attack } from './attacks.js';
import type { Reading, TimedEvidence } from './reading.js';

/** Judged clips of a film, evenly spaced. They overlap. */
const CLIPS_A_FILM = 13;
/** Clips with fewer readable segments cannot name anybody as a rule. They are counted apart. */
const FEWEST_SEGMENTS = 37;

/** How many clips of a row named whom. */
export interface Tally {
  clips: number;
  /** Clips that do not overlap. */
  apart: number;
  named: number;
  /** Clips that name anybody else. */
  wrong: number;
  /** Clips with too few readable segments, which are not in `clips`. */
  inconclusive: number;
  /** log10 of N·p of each clip, for the person whose copy it is, or 0. */
  readonly levels: number[];
  readonly rightShare: number[];
}

export const newTally = (): Tally => ({
  clips: 0,
  apart: 0,
  named: 0,
  wrong: 0,
  inconclusive: 0,
  levels: [],
  rightShare: [],
});

/** Returns the evidence of the segments that lie in a part of the clip as a whole. */
export const within = (
  evidence: readonly TimedEvidence[],
  from: number,
  to: number,
): readonly SegmentEvidence[] =>
  evidence.filter(
    ({ clipTime }) => clipTime - SEGMENT_SECONDS / 2 >= from && clipTime + SEGMENT_SECONDS / 2 <= to,
  );

/** Draws the copies of people, the first that of the film. */
export function peopleOf(film: MarkedFilm, people: number, ...names: string[]) {
  const random = randomOf('people', film.name, ...names);
  const draw = () => random.fill(new Uint8Array(film.codeword.length));
  return Array.from({ length: people }, (_, index) => ({
    markId: index === 0 ? film.name : `${index}`,
    codeword: index === 0 ? film.codeword : draw(),
  }));
}

/** Judges the parts of a long clip as if each had been found alone. */
export function judge(film: MarkedFilm, reading: Reading, attack: Attack, tally: Tally): void {
  const copies = peopleOf(film, attack.people, attack.name);
  const bit = (segment: number) => ((film.codeword[segment >> 3] ?? 0) >> (segment & 7)) & 1;
  const { clipSeconds, leftSeconds } = attack;
  tally.apart += Math.floor(leftSeconds / clipSeconds);
  for (let clip = 0; clip < CLIPS_A_FILM; clip += 1) {
    const from = (clip * (leftSeconds - clipSeconds)) / (CLIPS_A_FILM - 1);
    const evidence = within(reading.evidence, from, from + clipSeconds);
    const weights = segmentWeights(evidence);
    if (weights.length < FEWEST_SEGMENTS) {
      tally.inconclusive += 1;
      continue;
    }
    const { names } = identifyCopies([{ versionId: '', evidence, copies, seconds: clipSeconds }]);
    tally.clips += 1;
    const own = names.find(({ markId }) => markId === film.name);
    tally.named += Number(own !== undefined && names.length === 1);
    tally.wrong += Number(names.some(({ markId }) => markId !== film.name));
    tally.levels.push(own?.log10Np ?? 0);
    tally.rightShare.push(
      weights.filter(({ segment, seen }) => seen === bit(segment)).length / weights.length,
    );
  }
}
