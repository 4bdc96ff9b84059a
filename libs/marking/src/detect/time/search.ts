import { joinedLines, type Line, type SupportedLine } from './lines.js';
import { patchesOf } from './patches.js';
import { mergedRuns, refined } from './refine.js';
import { correlationsOn, type Run, runsOn } from './runs.js';
import type { Sampling } from './sampling.js';
import { type PatchPair, sightings } from './sightings.js';

/** Seconds between pictures of the clip that are searched. */
const CLIP_STEP_SECONDS = 0.25;
/** A run shorter than this is not trusted, in seconds. */
const SHORTEST_RUN = 0.75;
const MOST_LINES = 12;

/** Thumbs of a film, one after the other, at the same distance. */
export interface TimedThumbs {
  readonly thumbs: Uint8Array;
  /** Seconds from one thumb to the next. */
  readonly step: number;
}

/** A line on which the clip may lie, and how the pictures were compared. */
export interface Candidate extends SupportedLine {
  readonly sampling: Sampling;
  /** Mean correlation times the root of the part of the clip that agrees, from 0 to 1. */
  readonly score: number;
}

/** Returns the lines on which the clip agrees best with the trailer, best first. */
export function searchTime(
  clip: TimedThumbs,
  trailer: TimedThumbs,
  samplings: readonly Sampling[],
): Candidate[] {
  const candidates: Candidate[] = [];
  for (const sampling of samplings) {
    const pair = pairOf(clip, trailer, sampling);
    for (const line of joinedLines(sightings(pair), 4)) {
      candidates.push({ ...line, sampling, score: coverageScore(pair, line) });
    }
  }
  return candidates.sort((a, b) => b.support - a.support);
}

/** Returns the runs of the clip once it is known which part of the trailer's picture it shows. */
export function searchRuns(clip: TimedThumbs, trailer: TimedThumbs, sampling: Sampling): Run[] {
  const pair = pairOf(clip, trailer, sampling);
  const windows = sightings(pair);
  const lines: Line[] = joinedLines(windows, MOST_LINES).map((line) => {
    const near = windows.filter(
      (one) => Math.abs(line.offset + line.rate * one.clipTime - one.trailerTime) <= 0.2,
    );
    const times = near.map((one) => one.clipTime);
    return refined(pair, line, Math.min(...times) - 1, Math.max(...times) + 1);
  });
  const runs = runsOn(pair, lines).filter((run) => run.to - run.from >= SHORTEST_RUN);
  return mergedRuns(runs.map((run) => ({ ...run, ...refined(pair, run, run.from, run.to) })));
}

/** Part of the clip's correlation that a single line explains: pictures under half do not count. */
function coverageScore(pair: PatchPair, line: Line): number {
  let sum = 0;
  let covered = 0;
  let textured = 0;
  const values = correlationsOn(pair, line);
  for (let n = 0; n < values.length; n++) {
    textured += pair.clip.textured[n] as number;
    const value = values[n] as number;
    // Also false outside of the trailer, where the value is not a number.
    if (!(value > 0.3)) continue;
    sum += value;
    covered++;
  }
  return covered === 0 ? 0 : (sum / covered) * Math.sqrt(covered / textured);
}

function pairOf(clip: TimedThumbs, trailer: TimedThumbs, sampling: Sampling): PatchPair {
  const stride = Math.max(1, Math.round(CLIP_STEP_SECONDS / clip.step));
  return {
    clip: patchesOf(clip.thumbs, sampling.clip, stride),
    clipStep: clip.step * stride,
    trailer: patchesOf(trailer.thumbs, sampling.trailer),
    trailerStep: trailer.step,
  };
}
