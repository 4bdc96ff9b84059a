import type { TimedThumbs } from '../index/clip-thumbs.js';
import { joinedLines, type Line, liesOn, type SupportedLine } from './lines.js';
import { patchesOf } from './patches.js';
import { mergedRuns, refined } from './refine.js';
import { correlationsOn, type Run, runsOn } from './runs.js';
import type { Sampling } from './sampling.js';
import { type PatchPair, type Sighting, sightings } from './sightings.js';
import type { PartedWork } from './turns.js';

/** A run shorter than this is not trusted, in seconds. */
const SHORTEST_RUN = 0.75;
const MOST_LINES = 12;
const LINES_OF_SAMPLING = 4;
/** Correlation under which a picture of the clip is not counted as seen. */
const UNSEEN = 0.3;

/** A line on which the clip may lie. */
export interface Candidate extends SupportedLine {
  readonly mirrored: boolean;
  /** Mean correlation times the root of the part of the clip that is seen on the line, from 0 to 1. */
  readonly score: number;
  /** Correlation of each picture of the clip; NaN outside of the trailer. */
  readonly correlations: Float32Array;
}

/** Returns the lines on which the clip agrees best with the trailer, best first. */
export function* searchTime(
  clip: TimedThumbs,
  trailer: TimedThumbs,
  samplings: readonly Sampling[],
): PartedWork<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const sampling of samplings) {
    const pair = pairOf(clip, trailer, sampling);
    const windows = yield* sightings(pair);
    for (const joined of joinedLines(windows, LINES_OF_SAMPLING)) {
      const line = refinedOn(pair, joined, windows);
      const correlations = correlationsOn(pair, line);
      const score = coverageScore(correlations, pair.clip.textured);
      const { mirrored } = sampling;
      candidates.push({ ...line, support: joined.support, mirrored, score, correlations });
      yield;
    }
  }
  return withoutRepeats(candidates.sort((a, b) => b.support - a.support));
}

/** Returns the runs of the clip once it is known which part of the trailer's picture it shows. */
export function* searchRuns(clip: TimedThumbs, trailer: TimedThumbs, sampling: Sampling): PartedWork<Run[]> {
  const pair = pairOf(clip, trailer, sampling);
  const windows = yield* sightings(pair);
  const lines: Line[] = [];
  for (const line of joinedLines(windows, MOST_LINES)) {
    lines.push(refinedOn(pair, line, windows));
    yield;
  }
  const found: Run[] = [];
  for (const run of runsOn(pair, lines)) {
    if (run.to - run.from < SHORTEST_RUN) continue;
    found.push({ ...run, ...refined(pair, run, run.from, run.to) });
    yield;
  }
  return mergedRuns(found);
}

/** Refines a line over the windows that were seen on it. */
function refinedOn(pair: PatchPair, line: Line, windows: readonly Sighting[]): Line {
  const times = windows.filter((one) => liesOn(one, line)).map((one) => one.clipTime);
  return refined(pair, line, Math.min(...times) - 1, Math.max(...times) + 1);
}

function coverageScore(correlations: Float32Array, textured: Uint8Array): number {
  const seen = correlations.filter((value) => value > UNSEEN);
  const all = textured.reduce((sum, value) => sum + value, 0);
  if (seen.length === 0) return 0;
  return seen.reduce((sum, value) => sum + value, 0) / Math.sqrt(seen.length * all);
}

function pairOf(clip: TimedThumbs, trailer: TimedThumbs, sampling: Sampling): PatchPair {
  return {
    clip: patchesOf(clip.thumbs, sampling.clip),
    clipStep: clip.step,
    trailer: patchesOf(trailer.thumbs, sampling.trailer),
    trailerStep: trailer.step,
  };
}

/** Leaves out lines that were found before with another sampling. */
function withoutRepeats(candidates: readonly Candidate[]): Candidate[] {
  const different: Candidate[] = [];
  for (const one of candidates) {
    const repeats = (other: Candidate) =>
      other.mirrored === one.mirrored &&
      Math.abs(other.rate - one.rate) < 0.01 &&
      Math.abs(other.offset - one.offset) < 0.3;
    if (!different.some(repeats)) different.push(one);
  }
  return different;
}
